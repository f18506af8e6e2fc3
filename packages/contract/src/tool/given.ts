/**
 * A constructor that makes nothing: it answers with the object that it is given. A class over it puts its private members on an
 * object that was made elsewhere, where no other code can set or see them.
 */
export const Given: new (object: object) => object = function given(object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;
