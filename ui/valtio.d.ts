import 'valtio';

// A snapshot is frozen, and stores declare their states as readonly, so it has the type of the state.
declare module 'valtio' {
  function useSnapshot<T extends object>(state: T, options?: { sync?: boolean }): T;
}
