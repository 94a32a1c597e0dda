// The words of filters and rules. All other files take them from here, so a server with another word changes one file.

export const requestWord = '@request';

/** The names of the request. Those of `auth` and `data` are paths, and those of `query` and `headers` are names. */
export const atRequest = {
  context: '@request.context',
  method: '@request.method',
  query: '@request.query',
  headers: '@request.headers',
  data: '@request.data',
  auth: '@request.auth',
} as const;

/** Begins the path of a collection: `@collection.posts.title`. */
export const atCollection = '@collection';

/** Names one of several rows of a collection, so that conditions are about the same row. */
export const rowOf = (collection: string, alias: string): string => `${atCollection}.${collection}:${alias}`;

export const isOfRequest = (name: string): boolean => name.startsWith(`${requestWord}.`);
export const isOfUser = (name: string): boolean => name.startsWith(`${atRequest.auth}.`);
export const isOfBody = (name: string): boolean => name.startsWith(`${atRequest.data}.`);
export const isOfCollections = (name: string): boolean => name.startsWith(`${atCollection}.`);

/** Matches the names of the request that the server knows. */
export const requestName = /^@request\.(context|method|headers\.\w+|(auth|data|query)\.[\w.:]*\w)$/;

/** Splits a path of a collection: the collection, and the path. */
export const collectionName = /^@collection\.(\w+)(?::\w+)?\.([\w.:]*\w)$/;

/** Splits a path that may be incomplete: the start, the collection that it names, and the path. */
export const pathStart = /^(@request\.data\.|@request\.auth\.|@collection\.(\w+)(?::\w+)?\.)?(.*)$/;

const modifiers = ['isset', 'each', 'length'] as const;
export type Modifier = (typeof modifiers)[number];

export const isModifier = (text: string): text is Modifier => modifiers.some((one) => one === text);

/** Asks if a name is in the request. */
export const issetOf = (name: string): string => `${name}:isset`;
export const isIsset = (name: string): boolean => name.endsWith(issetOf(''));
/** Compares each item of a list. */
export const eachOf = (name: string): string => `${name}:each`;
/** Counts the items of a list. */
export const lengthOf = (name: string): string => `${name}:length`;

/** Stands between the collection and the field of a back relation. */
export const via = '_via_';

/** Splits a back relation such as `posts_via_author`: the collection, and its field. */
export const backRelation = /^(\w+)_via_(\w+)$/;

export const now = '@now';
export const monthStart = '@monthStart';
/** The numbers of the present date. */
const dateParts = ['@second', '@minute', '@hour', '@day', '@weekday', '@month', '@year'] as const;
/** The first and the last moment of the present day, month and year. */
export const dateEdges = [
  '@todayStart',
  '@todayEnd',
  monthStart,
  '@monthEnd',
  '@yearStart',
  '@yearEnd',
] as const;

export type Macro = typeof now | (typeof dateParts)[number] | (typeof dateEdges)[number];

/** The names of moments, and of their parts, that the server knows. */
export const macros: readonly string[] = [now, ...dateParts, ...dateEdges];

export const isMacro = (text: string): boolean => macros.includes(text);
export const isNumberMacro = (text: string): boolean => dateParts.some((one) => one === text);
