import { proxy } from 'valtio/vanilla';
import { baseOf } from '../../backend/addresses';
import { apiAddress } from '../../backend/client';
import * as collections from '../../page/collections';
import type { Panels } from '../../page/panels';
import * as preferences from '../../page/preferences';
import { authDocs } from './authDocs';
import type { DocsContent, DocsScene } from './docsContent';
import { type AuthPageKey, type PageKey, pagesOf, type RecordPageKey } from './docsPages';
import { recordDocs } from './recordDocs';
import { type Sdk, sdkOf } from './sdkSamples';

declare module '../../page/panels' {
  interface Panels {
    apiDocs: { takes: { collectionId: string }; answers: null };
  }
}

export type ApiDocs = NonNullable<ReturnType<typeof createApiDocs>>;

/** Returns null if the collection does not exist. */
export function createApiDocs({ collectionId }: Panels['apiDocs']['takes']) {
  const collection = collections.find(collectionId);
  if (!collection) return null;
  const scene: DocsScene = {
    collection,
    base: baseOf(apiAddress('')),
    nameOf: (id) => collections.find(id)?.name ?? null,
  };
  const pages = pagesOf(collection);
  const state = proxy<{ page: PageKey; sdk: Sdk }>({ page: 'list', sdk: sdkOf(preferences.storedSdk()) });
  return {
    scene,
    pages,
    state,
    contentOf: (key: PageKey): DocsContent =>
      (pages.auth as PageKey[]).includes(key)
        ? authDocs(key as AuthPageKey, scene)
        : recordDocs(key as RecordPageKey, scene),
    setPage(key: PageKey): void {
      state.page = key;
    },
    /** The next panel starts with this language. */
    setSdk(sdk: Sdk): void {
      state.sdk = sdk;
      preferences.rememberSdk(sdk);
    },
  };
}
