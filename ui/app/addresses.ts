/** The documentation of the 0.22 backend, which this dashboard supports. */
export const docsAddress = 'https://pocketbase.io/old/docs/';
export const releasesAddress = 'https://github.com/pocketbase/pocketbase/releases';
