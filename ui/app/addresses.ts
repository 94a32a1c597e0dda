export const releasesAddress = 'https://github.com/pocketbase/pocketbase/releases';
