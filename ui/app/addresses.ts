import { can } from '../page/capabilities';

/** Returns the address of the documentation of this server. */
export const docsAddress = (): string => `https://pocketbase.io/${can('oldDocs') ? 'old/' : ''}docs/`;
export const releasesAddress = 'https://github.com/pocketbase/pocketbase/releases';
