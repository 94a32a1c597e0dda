import {
  autocompletion,
  type Completion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  selectedCompletion,
  selectedCompletionIndex,
} from '@codemirror/autocomplete';
import {
  history,
  historyKeymap,
  indentLess,
  indentMore,
  simplifySelection,
  standardKeymap,
} from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import {
  Compartment,
  EditorSelection,
  EditorState,
  type Extension,
  Prec,
  type TransactionSpec,
} from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { withoutBreaks } from '../../base/text';
import { via } from '../../model/filter/ruleWords';
import {
  attributesOf,
  type CodeMirror,
  type CodePlace,
  type CodeSettings,
  hasSameLook,
} from './codeSettings';

/** The number of texts that wait for the owner. Limits memory if the owner confirms none. */
const maxUnconfirmed = 10;

/** Sizes and font come from the frame around it. */
const codeLook = {
  '&': { flex: '1 1 auto', minWidth: '0', width: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    maxHeight: 'calc(var(--code-max) - 2px)',
    fontFamily: 'inherit',
    lineHeight: 'inherit',
    scrollbarWidth: 'var(--code-scrollbar)',
  },
  '.cm-content': {
    minHeight: 'calc(var(--code-min) - 2px)',
    padding: 'var(--code-pad) 0',
    caretColor: 'var(--text)',
  },
  '.cm-line': { padding: '0 var(--code-side)' },
  '.cm-placeholder': { color: 'var(--text-subtle)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  // This selector has the same specificity as the library's own for a focused editor.
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--text-selection)',
    forcedColorAdjust: 'none',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--fill-active)' },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    color: 'var(--danger-text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    zIndex: 'var(--z-dropdown)',
    padding: 'var(--space-1)',
    border: '1px solid transparent',
    borderRadius: 'var(--radius-lg)',
    backgroundColor: 'var(--surface-popover)',
    backgroundClip: 'padding-box',
    boxShadow: 'var(--shadow-popover)',
    color: 'var(--text)',
  },
  // The gap keeps the list of completions off the frame of a single-line input.
  '.cm-tooltip.cm-tooltip-autocomplete.cm-tooltip-below': { marginTop: '0.3125rem' },
  '.cm-tooltip.cm-tooltip-autocomplete.cm-tooltip-above': { marginTop: '-0.3125rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '12rem',
    maxWidth: 'min(36rem, 95vw)',
    maxHeight: '15rem',
    fontFamily: 'inherit',
    scrollbarWidth: 'thin',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: 'var(--space-1) var(--space-2)',
    borderRadius: 'var(--radius-sm)',
    lineHeight: 'var(--line-sm)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    outline: '1px solid transparent',
    outlineOffset: '-1px',
    backgroundColor: 'var(--accent-tint)',
    color: 'var(--accent-tint-text)',
  },
  '.cm-tooltip-autocomplete-disabled.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--fill)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { marginLeft: 'var(--space-2)', color: 'var(--text-subtle)', fontStyle: 'normal' },
  'li[aria-selected] > .cm-completionDetail': { color: 'inherit' },
  // The characters that match the typed ones.
  '.cm-completionMatchedText': { fontWeight: 600, textDecoration: 'underline' },
};

const look = [
  EditorView.theme(codeLook),
  syntaxHighlighting(
    HighlightStyle.define([
      {
        // All names in SQL have the same colour, quoted or not.
        tag: [tags.propertyName, tags.variableName, tags.tagName, tags.name, tags.special(tags.string)],
        color: 'var(--code-key)',
      },
      { tag: [tags.string, tags.attributeValue], color: 'var(--code-string)' },
      { tag: tags.number, color: 'var(--code-number)' },
      {
        tag: [tags.bool, tags.null, tags.keyword, tags.macroName, tags.attributeName, tags.character],
        color: 'var(--code-word)',
      },
      { tag: tags.comment, color: 'var(--code-comment)' },
    ]),
  ),
];

/** Tab is not among the keys: it always moves the focus. */
const manyLines = [
  EditorView.lineWrapping,
  EditorState.allowMultipleSelections.of(true),
  // The browser itself shows only one caret.
  drawSelection(),
  indentUnit.of('  '),
  keymap.of([
    { key: 'Mod-]', run: indentMore },
    { key: 'Mod-[', run: indentLess },
    { key: 'Mod-d', run: selectNext, preventDefault: true },
    // With only one caret the overlay handles the key.
    { key: 'Escape', run: (view) => view.state.selection.ranges.length > 1 && simplifySelection(view) },
  ]),
];

const oneLine = [
  EditorView.theme({
    // The library lets the content grow with its text, so a long placeholder would have no end.
    '.cm-content:has(.cm-placeholder)': { flexShrink: '1', minWidth: '0' },
    '.cm-placeholder': {
      display: 'inline-block',
      maxWidth: '100%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      verticalAlign: 'top',
    },
  }),
  keymap.of([{ key: 'Enter', run: submit, shift: submit }]),
  EditorState.transactionFilter.of((transaction): TransactionSpec => {
    if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
    const changes: { from: number; to: number; insert: string }[] = [];
    transaction.changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
      changes.push({ from, to, insert: withoutBreaks(inserted.toString()) });
    });
    return { changes, selection: transaction.newSelection, scrollIntoView: true, userEvent: 'input.paste' };
  }),
];

/** Creates an editor in `parent` with the current caret and focus of the plain input. */
export function createCodeMirror(
  { plain, text, parent, isSingleLine, onChange }: CodePlace,
  settings: CodeSettings,
  language: Extension = [],
): CodeMirror {
  // A label names only native controls by itself.
  const labels = [...(plain.labels ?? [])].map(({ id }) => id).join(' ');
  const ownAttributes = {
    'aria-multiline': String(!isSingleLine),
    ...(labels && { 'aria-labelledby': labels }),
  };
  const changing = new Compartment();
  let ownersText = settings.value;
  let current = settings;
  let isTakingOver = false;
  // Texts that the owner has received but not confirmed yet; they must not count as texts that the owner
  // sets.
  const unconfirmed: string[] = [];

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: selectionOf(plain),
      extensions: [
        changing.of(changingExtensions(settings, ownAttributes)),
        language,
        isSingleLine ? oneLine : manyLines,
        history(),
        bracketMatching(),
        closeBrackets(),
        keymap.of([...closeBracketsKeymap, ...historyKeymap, ...standardKeymap]),
        look,
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged || isTakingOver) return;
          const text = state.doc.toString();
          unconfirmed.push(text);
          if (unconfirmed.length > maxUnconfirmed) unconfirmed.shift();
          onChange(text);
        }),
      ],
    }),
  });

  function takeOver(text: string): void {
    const next = isSingleLine ? withoutBreaks(text) : text.replace(/\r\n?/g, '\n');
    const change = changeTo(view.state.doc.toString(), next);
    if (!change) return;
    isTakingOver = true;
    try {
      view.dispatch({ changes: change });
    } finally {
      isTakingOver = false;
    }
  }

  function handleClick({ target }: MouseEvent): void {
    const label = target instanceof Element ? target.closest('label') : null;
    if (label?.htmlFor && label.htmlFor === current.id) view.focus();
  }
  document.addEventListener('click', handleClick);

  const { scrollTop, scrollLeft } = plain;
  if (document.activeElement === plain) view.focus();
  plain.hidden = true;
  // Forces a measurement, because the scroll position depends on the line height.
  view.coordsAtPos(0);
  Object.assign(view.scrollDOM, { scrollTop, scrollLeft });

  return {
    update(next) {
      const confirmed = unconfirmed.lastIndexOf(next.value);
      if (confirmed >= 0) {
        unconfirmed.splice(0, confirmed + 1);
      } else if (next.value !== ownersText) {
        unconfirmed.length = 0;
        takeOver(next.value);
      }
      ownersText = next.value;
      if (!hasSameLook(current, next)) {
        view.dispatch({ effects: changing.reconfigure(changingExtensions(next, ownAttributes)) });
      }
      current = next;
    },
    destroy() {
      document.removeEventListener('click', handleClick);
      view.destroy();
    },
  };
}

/** Offers the results of the sources, with the best and shorter ones first. */
export function completions(...sources: CompletionSource[]): Extension {
  const close = (view: EditorView) => {
    closeCompletion(view);
    return false;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: 'Enter', run: closeWhenComplete },
        // Close the list, which is scrollable and would be the next focus stop.
        { key: 'Tab', run: close, shift: close },
      ]),
    ),
    EditorView.updateListener.of(({ view }) => keepFocus(view)),
    autocompletion({
      override: sources,
      icons: false,
      compareCompletions: (a, b) => a.label.length - b.label.length || (a.label < b.label ? -1 : 1),
      activateOnCompletion: continuesAfter,
    }),
  ];
}

/** Returns the completion for a word; after a word that ends in a dot a name follows. */
export function completionOf(word: string): Completion {
  const boost = word.includes(via) ? -10 : 0;
  return word.endsWith('.') ? { label: `${word}*`, apply: word, boost } : { label: word, boost };
}

/** Makes the list focusable, because a scrollable element must be; then returns the focus to the text box. */
function keepFocus(view: EditorView): void {
  const list = view.dom.querySelector<HTMLElement>('[role="listbox"]');
  if (!list || list.hasAttribute('tabindex')) return;
  list.tabIndex = 0;
  // The list contains names and values from the data.
  list.translate = false;
  list.addEventListener('focus', () => view.focus());
}

function continuesAfter({ label }: Completion): boolean {
  return label.endsWith('*');
}

/**
 * Closes the list if the completion is already typed or matches only loosely. Enter then does what it does
 * without a list.
 */
function closeWhenComplete(view: EditorView): boolean {
  const { label: found = '', displayLabel: label = found } = selectedCompletion(view.state) ?? {};
  const { head } = view.state.selection.main;
  const before = view.state.sliceDoc(Math.max(0, head - label.length - 1), head);
  const isThere = before.replace(/^[^\w@:]/, '') === label;
  if (label !== '' && (isThere || isLooselyMatched(view.state, label))) closeCompletion(view);
  return false;
}

/**
 * A single word may be a search term: a name that only contains its characters replaces it only after a
 * choice.
 */
function isLooselyMatched(state: EditorState, label: string): boolean {
  const text = state.doc.toString().trim().toLowerCase();
  return selectedCompletionIndex(state) === 0 && /^\w+$/.test(text) && !label.toLowerCase().includes(text);
}

/** Presses the submit button like Enter in an input. If the button is disabled, nothing happens. */
function submit(view: EditorView): boolean {
  closeCompletion(view);
  const form = view.dom.closest('form');
  const button = form?.querySelector<HTMLElement>('[type="submit"]');
  if (button) button.click();
  else form?.requestSubmit();
  return true;
}

function selectionOf({ selectionStart, selectionEnd, selectionDirection }: CodePlace['plain']) {
  const [from, to] = [selectionStart ?? 0, selectionEnd ?? 0];
  return selectionDirection === 'backward' ? { anchor: to, head: from } : { anchor: from, head: to };
}

function changingExtensions(settings: CodeSettings, own: Record<string, string>): Extension {
  const { isReadOnly = false, placeholder: hint } = settings;
  return [
    // Editable content is focusable without a tabindex; read-only content is not.
    EditorView.contentAttributes.of({ ...own, ...attributesOf(settings), tabindex: '0' }),
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
    hint ? placeholder(hint) : [],
  ];
}

/** Selects the word at the caret. Each further press adds the next occurrence of the selected text. */
function selectNext({ state, dispatch }: EditorView): boolean {
  const { main, ranges } = state.selection;
  if (main.empty) {
    const word = state.wordAt(main.head);
    if (word) dispatch({ selection: { anchor: word.from, head: word.to } });
    return true;
  }
  const at = nextPlace(state.doc.toString(), main, (place) => ranges.some(({ from }) => from === place));
  if (at !== null) {
    const next = EditorSelection.range(at, at + main.to - main.from);
    dispatch({ selection: state.selection.addRange(next), scrollIntoView: true });
  }
  return true;
}

/** Returns the smallest change from `text` to `next`, or null when they are equal. Carets around it stay. */
function changeTo(text: string, next: string): { from: number; to: number; insert: string } | null {
  if (text === next) return null;
  const most = Math.min(text.length, next.length);
  let from = 0;
  while (from < most && text[from] === next[from]) from++;
  let same = 0;
  while (same < most - from && text.at(-1 - same) === next.at(-1 - same)) same++;
  return { from, to: text.length - same, insert: next.slice(from, next.length - same) };
}

/** Finds the next occurrence of the text between `from` and `to`: after it, or from the start. */
function nextPlace(
  text: string,
  { from, to }: { from: number; to: number },
  isTaken: (at: number) => boolean,
): number | null {
  const wanted = text.slice(from, to);
  for (const start of [to, 0]) {
    for (let at = text.indexOf(wanted, start); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      if (!isTaken(at)) return at;
    }
  }
  return null;
}
