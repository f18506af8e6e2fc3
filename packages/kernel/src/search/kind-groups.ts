// data table: what a named unit is a measure of
/**
 * One kind a line, then words for its members. People name the member ("500 dollars", "20 kilometers"), tools are named by the
 * kind ("currency", "distance"); so a member of a request also finds its kind, and never the other way round.
 */
export const KIND_GROUPS = `
  currency dollar euro pound yen yuan rupee franc peso ruble krona dirham usd eur gbp jpy cny inr cad aud chf
  distance kilometer kilometre mile meter metre centimeter centimetre millimeter inch feet km cm mm
  length kilometer kilometre mile meter metre centimeter centimetre millimeter inch feet
  unit kilometer kilometre mile meter metre centimeter centimetre millimeter inch feet kilogram gram pound ounce ton liter
  unit litre gallon celsius fahrenheit kelvin
  weight kilogram gram pound ounce ton tonne kg lb
  volume liter litre gallon milliliter pint
  temperature celsius fahrenheit kelvin degree
  time minute hour
`;
