// What the tests compare with; the package brings no types.
declare module 'lodash-es' {
  export function cloneDeep<T>(value: T): T;
  export function isEqual(one: unknown, other: unknown): boolean;
  export function merge(target: object, ...sources: object[]): object;
}
