import { useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';
import { currentLocation, navigate, parseHash, type Query, subscribeToLocation } from '../base/hash';

const currentPath = () => currentLocation().path;
const currentQuery = () => currentLocation().query;

function goTo(address: string, options?: { replace?: boolean }): void {
  const { path, query } = parseHash(address);
  navigate(path, query, { replace: options?.replace ?? false });
}

/**
 * The location hook for wouter's Router. wouter's own hash hook keeps the query in the path, so
 * `#/collections?collectionId=..` matches no route. It also moves the query before the `#` when it navigates.
 */
export const useHashLocation: BaseLocationHook = () => [
  useSyncExternalStore(subscribeToLocation, currentPath),
  goTo,
];

/** Returns the query after the path, decoded once. */
export function useHashQuery(): Query {
  return useSyncExternalStore(subscribeToLocation, currentQuery);
}
