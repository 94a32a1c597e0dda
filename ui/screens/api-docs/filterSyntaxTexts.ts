const comparisons: readonly (readonly [string, string])[] = [
  ['=', 'Equal. Both `= null` and `= ""` match empty values.'],
  ['!=', 'Not equal.'],
  ['>', 'Greater than.'],
  ['>=', 'Greater than or equal.'],
  ['<', 'Less than.'],
  ['<=', 'Less than or equal.'],
  ['~', 'Contains the text. Use `%` as a wildcard to match a pattern instead.'],
  ['!~', 'Does not contain the text.'],
];

export const filterOperators: readonly (readonly [string, string])[] = [
  ...comparisons,
  ...comparisons.map(([operator]): [string, string] => [
    `?${operator}`,
    `\`${operator}\` for at least one of the values.`,
  ]),
];

export const filterMacros: readonly (readonly [string, string])[] = [
  ['@now', 'Current date and time.'],
  ['@second', 'Current second (0-59).'],
  ['@minute', 'Current minute (0-59).'],
  ['@hour', 'Current hour (0-23).'],
  ['@weekday', 'Current day of the week (0-6, Sunday is 0).'],
  ['@day', 'Current day of the month (1-31).'],
  ['@month', 'Current month (1-12).'],
  ['@year', 'Current year.'],
  ['@todayStart', 'Start of today.'],
  ['@todayEnd', 'End of today.'],
  ['@monthStart', 'Start of this month.'],
  ['@monthEnd', 'End of this month.'],
  ['@yearStart', 'Start of this year.'],
  ['@yearEnd', 'End of this year.'],
];

export const filterModifiers: readonly (readonly [string, string])[] = [
  [':length', 'Number of values in a multiple field: `tags:length > 1`.'],
  [':each', 'Each value of a multiple field on its own: `tags:each ?= "news"`.'],
  [
    ':isset',
    'Whether the request contains the field: `@request.data.role:isset = false`. For rules; in filters, only admins can use `@request`.',
  ],
];
