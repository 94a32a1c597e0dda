/** The chunks that an admin may need next, the likeliest first. */
export const likeliest = [
  'keeping',
  'cells',
  'recordEditor',
  'palette',
  'settings',
  'logs',
  'linePlot',
  'collectionEditor',
  'recordPanels',
  'placement',
  'recordParts',
  'paste',
  'bulkEdit',
  'recordExport',
  'recordImport',
  'importRows',
  'bin',
  'putBack',
  'logParts',
  'codeColours',
  'codeEditor',
  'richText',
  'apiDocs',
  'seeAs',
  'recordAccess',
  'filterBuilder',
  'ruleTrial',
  'personCounts',
  'backups',
  'apiRules',
  'backupOpen',
  'backupViews',
  'findings',
  'findingChecks',
  'importCollections',
  'providerLogos',
];

/**
 * The chunks that something opens: the path of a page, or the text of a `data-opens` attribute, which is mostly
 * the name of a panel.
 */
const opened: Readonly<Record<string, readonly string[]>> = {
  '/collections': ['records'],
  '/collections/import': ['recordImport', 'importRows'],
  '/backup': ['backupOpen', 'backupViews'],
  '/bin': ['bin'],
  '/logs': ['logs', 'linePlot'],
  '/settings': ['settings'],
  '/settings/backups': ['backups'],
  '/settings/rules': ['apiRules'],
  '/settings/findings': ['findings', 'findingChecks', 'codeColours'],
  '/settings/import-collections': ['importCollections'],
  bulkEdit: ['bulkEdit'],
  collectionEditor: ['collectionEditor'],
  palette: ['palette'],
  recordEditor: ['recordEditor'],
  recordPreview: ['recordPanels'],
  recordExport: ['recordExport'],
  recordAccess: ['recordAccess', 'codeColours'],
  ruleTrial: ['ruleTrial'],
  personCounts: ['personCounts'],
  apiDocs: ['apiDocs'],
  log: ['logParts'],
  seeAs: ['seeAs', 'codeColours'],
  filterBuilder: ['filterBuilder', 'codeColours'],
};

/** Returns the chunks for a path or a `data-opens`. A page without its own has those of the path above. */
export function chunksFor(name: string): readonly string[] {
  const found = opened[name.replace(/\/$/, '')];
  if (found) return found;
  const above = name.slice(0, Math.max(0, name.lastIndexOf('/')));
  return above === '' ? [] : chunksFor(above);
}
