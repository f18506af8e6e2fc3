// data table: related words that people use when they ask for tools
/**
 * Groups of related words, one group a line. A word of a query also finds the tools that use another word of its group,
 * at a part of the weight. General English about what programs do and what people ask them for; a group belongs here
 * when a thesaurus would have it, never because one catalog or one query needs it. Words, not stems: the index stems
 * them.
 */
export const SYNONYM_GROUPS = `
  add create insert append new make generate produce
  remove delete erase drop clear purge discard
  update edit modify change alter revise set
  find search lookup locate discover query browse seek explore
  get fetch retrieve obtain read load download
  list enumerate show display view
  send deliver mail post submit transmit
  email mail inbox gmail outlook message
  message chat sms text conversation messenger
  notify alert remind reminder notification
  schedule calendar appointment meeting event booking agenda
  book reserve reservation booking
  buy purchase order shop shopping store product checkout
  sell sale listing marketplace
  price cost pricing fee quote rate
  cheap discount deal coupon promo bargain offer saving sale
  compare comparison versus difference
  calculate compute evaluate calculation calculator
  math mathematics equation algebra formula
  count number total sum amount
  average mean
  statistic analytics metric analysis stat insight
  analyze analysis examine inspect assess evaluate
  predict forecast projection estimate
  chart graph plot diagram visualize visualization
  convert transform translate conversion
  translate translation language interpreter
  grammar spelling proofread writing
  write draft compose author writer copywriting
  summarize summary summarise digest overview abstract
  paraphrase rewrite rephrase
  explain describe clarify definition meaning
  word vocabulary dictionary synonym definition
  learn study teach education lesson tutorial course training
  course class tutorial workshop curriculum lecture
  school university college student academic education
  teacher tutor instructor mentor
  homework assignment exam quiz test
  research paper study scholar academic journal publication literature article scientific
  science scientific physics chemistry biology
  book novel ebook author literature library reading
  news headline article story press journalism
  weather forecast temperature rain climate humidity wind snow
  climate environment emission carbon sustainability
  map location place address geography direction
  location place city town region country area
  near nearby closest around local nearest
  route direction navigation driving path itinerary
  distance length far
  travel trip vacation holiday journey tour tourism itinerary destination
  hotel accommodation stay lodging hostel resort room
  flight airline plane airport fly airfare
  train railway rail station subway metro transit
  car vehicle automobile auto driving truck
  taxi ride cab rideshare
  rent rental lease
  house home property apartment housing estate realtor
  mortgage loan credit lending borrow
  bank account banking deposit
  money finance financial currency cash
  currency dollar euro yen pound money exchange forex
  invest investment stock portfolio fund trading investor
  stock share equity ticker market
  crypto cryptocurrency bitcoin ethereum blockchain token coin wallet nft web3
  tax taxation irs deduction
  insurance insure coverage policy
  budget expense spending saving
  pay payment transaction invoice billing checkout
  company business corporation firm enterprise organization startup
  customer client consumer buyer
  market marketing advertising campaign advertisement seo brand
  job career employment work position vacancy hiring recruit
  resume cv curriculum
  interview hiring candidate recruit
  salary wage compensation income
  law legal lawyer attorney court lawsuit contract
  government policy regulation legislation law
  politics election vote politician
  crime police criminal
  doctor physician medical clinic hospital health
  health medical wellness disease illness medicine symptom
  medicine drug medication prescription pharmacy
  fitness workout exercise gym training
  diet nutrition calorie food meal healthy
  sleep rest insomnia
  mental therapy psychology counseling emotion mood
  meditation mindfulness relax yoga
  food meal dish cuisine eat dinner lunch breakfast
  recipe cook cooking ingredient kitchen dish
  restaurant dining cafe eat eatery
  drink beverage wine beer coffee cocktail
  grocery supermarket store
  movie film cinema show
  tv television series show streaming episode
  video clip youtube film footage
  music song playlist track album artist audio
  concert gig ticket show performance
  ticket event seat admission
  podcast audio episode
  audio sound voice speech
  voice speech speak transcribe transcription
  game play gaming player gamer
  puzzle riddle trivia quiz
  chess board game
  sport football soccer basketball baseball team league match
  match game score fixture result
  team club squad
  player athlete
  image picture photo photograph photography
  draw drawing art painting illustration sketch
  art artwork artist painting museum gallery
  design designer graphic layout logo
  logo brand branding
  color colour palette
  fashion clothes clothing outfit wear dress apparel style
  beauty makeup cosmetic skincare
  gift present
  pet dog cat animal
  animal wildlife species
  plant garden flower gardening
  child kid baby toddler children
  family parent mother father
  friend relationship partner dating
  love romantic dating relationship
  wedding marriage bride
  birthday party celebration
  religion bible prayer god spiritual faith
  astrology horoscope zodiac tarot
  history historical past ancient
  space astronomy planet nasa star mars
  date day calendar time
  time hour clock timezone
  year annual yearly
  today now current latest recent
  begin start launch open
  stop end finish close terminate cancel
  cancel abort revoke
  run execute invoke launch
  copy duplicate clone replicate
  move transfer relocate migrate
  merge combine join concatenate
  split divide separate
  sort order rank arrange
  filter select choose pick
  rank ranking leaderboard top rating
  rate rating review score
  review feedback opinion rating
  recommend suggest recommendation suggestion advice advise
  plan planner planning organize
  task todo project
  note memo notebook
  document file pdf doc paper
  pdf document
  file folder directory
  spreadsheet excel sheet csv table
  presentation slide powerpoint deck
  form survey questionnaire poll
  website site webpage web page url link domain
  url link web website
  browser web internet online
  search engine google
  social twitter facebook instagram linkedin tiktok
  follow follower subscribe
  post tweet publish share
  profile user account
  password credential login authentication
  login signin authenticate auth
  security secure vulnerability threat
  privacy private anonymous
  code program programming coding developer software script
  bug error issue fix debug
  repository repo git github
  commit push branch
  api endpoint service integration
  database sql table record
  server host cloud deploy deployment
  test testing validate verify
  check verify validate confirm
  app application software
  ai chatbot gpt assistant
  prompt chatgpt
  data dataset information
  info information detail
  question answer ask faq
  answer reply respond response
  idea inspiration brainstorm
  name title label
  phone call telephone mobile
  contact person people
  people person human
  shipping delivery package parcel tracking
  track trace monitor tracking follow
  monitor watch observe
  temperature degree heat
  weight mass kilogram pound
  speed velocity fast
  energy power electricity
  measure measurement unit
  size dimension length width height
  angle degree
  area surface
  probability chance odds likelihood
  random dice
  percent percentage ratio
  qr barcode
  font typography
  icon emoji
  story tale narrative fiction
  poem poetry verse
  joke humor funny comedy fun
  quote saying
  lyrics song
`;
