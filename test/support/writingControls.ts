// The law of the lock's sign: a control that writes says so by `writes`, so that it gets a lock while writes are locked.

const controls = 'Button|IconButton|DropdownItem|FileButton|FormPopup';

/**
 * The first words of a control that changes data of the server. The one that opens a form has no lock, because the
 * form's own button has it; only New record, the first act of its page, has one, too.
 */
const verbs =
  /^(?:Confirm|Continue|Create|Delete|Generate|Initialize|Invalidate|Make a|New record|Restore|Save|Send|Start|Take (?:back|this)|Test again|Undo|Unlink|Upload)\b/;

/** Controls with such words that change nothing but this page or this browser. */
const local: Readonly<Record<string, readonly string[]>> = {
  'kit/layout/DraftBar.tsx': ['Restore draft'],
  'records/types/FileInput.tsx': ['Restore'],
  'kit/rich-text/LinkPopup.tsx': ['Save'],
  'collections/editor/fields/FieldRow.tsx': ['Restore'],
  'records/export/ExportPopup.tsx': ['Save what was read', 'Continue'],
  'records/history/ActPanel.tsx': ['Delete permanently'],
  'records/history/HistoryPage.tsx': ['Delete permanently'],
  'records/menus/CellMenu.tsx': ['Take back'],
  'records/staged/StagedBar.tsx': ['Restore'],
  'records/staged/StagedReviewPopup.tsx': ['Take back'],
  'records/views/ViewItems.tsx': ['Save', 'Delete'],
  'records/views/ViewNamePopup.tsx': ['Save'],
  'settings/TokensPage.tsx': ['Undo', 'Invalidate'],
  'app/environment/EnvironmentPopup.tsx': ['Save'],
  'app/MainNavigation.tsx': ['Start with'],
  'app/sign-in/CodeStep.tsx': ['Send a new code'],
};

/** Returns a sentence for each control that seems to write and has no `writes`. */
export function unsignedWrites(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([path, source]) =>
    (path.endsWith('.tsx') ? controlsOf(source) : []).flatMap(({ props, words }) => {
      const said = words.find((text) => verbs.test(text));
      const isLocal = said && local[path]?.some((text) => said.startsWith(text));
      return said && !isLocal && !/(?:^|\s)writes(?:\s|=|$)/.test(props)
        ? [
            `${path}: "${said}" has no \`writes\`. A control that changes only this page is named in test/support.`,
          ]
        : [];
    }),
  );
}

interface Control {
  readonly props: string;
  readonly words: readonly string[];
}

/** Finds the controls of a source, with all texts that can be their label. */
function controlsOf(source: string): Control[] {
  return [...source.matchAll(new RegExp(`<(${controls})(?=[\\s>/])`, 'g'))].map(
    ({ 0: tag, 1: name, index }) => {
      const start = index + tag.length;
      const end = endOfTag(source, start);
      const props = source.slice(start, end);
      const close = props.endsWith('/') ? end : source.indexOf(`</${name}>`, end);
      const labels = [...props.matchAll(/\b(?:label|submitLabel|text|aria-label)=(?:"([^"]*)"|\{([^}]*))/g)];
      const children = source.slice(end + 1, close);
      const texts = [...labels.map(([, text, code]) => text ?? code ?? ''), children];
      return { props, words: texts.flatMap((text) => text.split(/['"`{}<>\n]/).map((word) => word.trim())) };
    },
  );
}

/** Handlers hold `>`, too: the tag ends outside of all braces. */
function endOfTag(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1;
    else if (source[at] === '}') depth -= 1;
    else if (source[at] === '>' && depth === 0) return at;
  }
  return source.length;
}
