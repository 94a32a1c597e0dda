// The words of filters and rules. All other files take them from here, so a server with another word changes one file.

/** The collection of a rule says which words the server knows: only newer servers have `builtIn`. */
export interface OfServer {
  readonly builtIn?: unknown;
}
export const isOfNewer = ({ builtIn }: OfServer): boolean => builtIn !== undefined;

export const requestWord = '@request';

/**
 * The names of the request. Those of `auth` and `data` are paths, and those of `query` and `headers` are names. A newer
 * server has another word for `data` (`bodyWord`).
 */
export const atRequest = {
  context: '@request.context',
  method: '@request.method',
  query: '@request.query',
  headers: '@request.headers',
  data: '@request.data',
  auth: '@request.auth',
} as const;

export const bodyWord = (owner: OfServer): string => (isOfNewer(owner) ? '@request.body' : atRequest.data);

/** Begins the path of a collection: `@collection.posts.title`. */
export const atCollection = '@collection';

/** Names one of several rows of a collection, so that conditions are about the same row. */
export const rowOf = (collection: string, alias: string): string => `${atCollection}.${collection}:${alias}`;

export const isOfRequest = (name: string): boolean => name.startsWith(`${requestWord}.`);
export const isOfUser = (name: string): boolean => name.startsWith(`${atRequest.auth}.`);
export const isOfBody = (name: string, owner: OfServer): boolean => name.startsWith(`${bodyWord(owner)}.`);
export const isOfCollections = (name: string): boolean => name.startsWith(`${atCollection}.`);

const requestName = /^@request\.(context|method|headers\.\w+|(auth|query)\.[\w.:]*\w)$/;

/** True for a name of the request that the server knows. */
export const isRequestName = (name: string, owner: OfServer): boolean =>
  requestName.test(name) || (isOfBody(name, owner) && /\w$/.test(name));

/** Splits `@collection.posts.title` into the collection and the path in it. */
export const collectionName = /^@collection\.(\w+)(?::\w+)?\.([\w.:]*\w)$/;

/** Splits a path that may be incomplete: the start, the collection that it names, and the path. */
export const pathStart = /^(@request\.(?:data|body)\.|@request\.auth\.|@collection\.(\w+)(?::\w+)?\.)?(.*)$/;

const modifiers = ['isset', 'each', 'length'] as const;
const newerModifiers = ['lower', 'changed'] as const;
export type Modifier = (typeof modifiers)[number] | (typeof newerModifiers)[number];

export const isModifier = (text: string, owner: OfServer = {}): text is Modifier =>
  [...modifiers, ...(isOfNewer(owner) ? newerModifiers : [])].some((one) => one === text);

/** Asks if a name is in the request. */
export const issetOf = (name: string): string => `${name}:isset`;
export const isIsset = (name: string): boolean => name.endsWith(issetOf(''));
/** Asks if the body changes a stored value. */
export const changedOf = (name: string): string => `${name}:changed`;
export const isChanged = (name: string): boolean => name.endsWith(changedOf(''));
/** Compares a text in small letters. */
export const lowerOf = (name: string): string => `${name}:lower`;
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

/** The names of moments, and of their parts, that every server knows. */
export const macros: readonly string[] = [now, ...dateParts, ...dateEdges];
const newerMacros = ['@yesterday', '@tomorrow'] as const;
const newerFunctions = ['geoDistance(', 'strftime('] as const;

export const macrosOf = (owner: OfServer): readonly string[] =>
  isOfNewer(owner) ? [...macros, ...newerMacros] : macros;
export const momentsOf = (owner: OfServer): readonly string[] =>
  isOfNewer(owner) ? [now, ...newerMacros, ...dateEdges] : [now, ...dateEdges];
/** The functions that the server knows, each with its bracket. */
export const functionsOf = (owner: OfServer): readonly string[] => (isOfNewer(owner) ? newerFunctions : []);

/** The words that only newer servers know and that are no names of fields: each as it stands in a filter. */
export const newerWordsOf = (owner: OfServer): readonly string[] =>
  isOfNewer(owner) ? [...newerMacros, ...newerFunctions, ...newerModifiers.map((one) => `:${one}`)] : [];

export const isMacro = (text: string, owner: OfServer = {}): boolean => macrosOf(owner).includes(text);
export const isNumberMacro = (text: string): boolean => dateParts.some((one) => one === text);
