const comparisons: readonly (readonly [string, string])[] = [
  ['=', 'Equal. `= null` and `= ""` both mean empty.'],
  ['!=', 'Not equal.'],
  ['>', 'Greater than.'],
  ['>=', 'Greater than or equal.'],
  ['<', 'Less than.'],
  ['<=', 'Less than or equal.'],
  ['~', 'Contains the text; with a `%` in it the text is a pattern, in which `%` stands for anything.'],
  ['!~', 'Does not contain the text.'],
];

export const filterOperators: readonly (readonly [string, string])[] = [
  ...comparisons,
  ...comparisons.map(([operator]): [string, string] => [
    `?${operator}`,
    `\`${operator}\` of at least one value.`,
  ]),
];

export const filterMacros: readonly (readonly [string, string])[] = [
  ['@now', 'This moment.'],
  ['@second', 'Its second, 0 to 59.'],
  ['@minute', 'Its minute, 0 to 59.'],
  ['@hour', 'Its hour, 0 to 23.'],
  ['@weekday', 'Its day of the week, 0 (Sunday) to 6.'],
  ['@day', 'Its day of the month.'],
  ['@month', 'Its month, 1 to 12.'],
  ['@year', 'Its year.'],
  ['@todayStart', 'The beginning of today.'],
  ['@todayEnd', 'The end of today.'],
  ['@monthStart', 'The beginning of this month.'],
  ['@monthEnd', 'The end of this month.'],
  ['@yearStart', 'The beginning of this year.'],
  ['@yearEnd', 'The end of this year.'],
];

export const filterModifiers: readonly (readonly [string, string])[] = [
  [':length', 'How many values a field for several has: `tags:length > 1`.'],
  [':each', 'Each of these values by itself: `tags:each ?= "news"`.'],
  [
    ':isset',
    'Whether the request sends it at all: `@request.data.role:isset = false`. In rules; of requests, only admins may speak in filters.',
  ],
];
