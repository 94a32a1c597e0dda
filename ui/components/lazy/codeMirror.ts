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
import { codeLook } from './codeLook';
import { attributesOf, type CodeMirror, type CodePlace, type CodeSettings, looksSame } from './codeSettings';
import { changeTo, nextPlace, withoutBreaks } from './codeText';

/** An owner that confirms nothing must not fill the memory. */
const maxUnconfirmed = 10;

const look = [
  EditorView.theme(codeLook),
  syntaxHighlighting(
    HighlightStyle.define([
      {
        // A name in SQL, bare or in quotes, is told apart no further.
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

/** Tab is not among the keys: it always leads on. */
const manyLines = [
  EditorView.lineWrapping,
  EditorState.allowMultipleSelections.of(true),
  // The browser itself shows one caret only.
  drawSelection(),
  indentUnit.of('  '),
  keymap.of([
    { key: 'Mod-]', run: indentMore },
    { key: 'Mod-[', run: indentLess },
    { key: 'Mod-d', run: selectNext, preventDefault: true },
    // With one caret the key is an overlay's.
    { key: 'Escape', run: (view) => view.state.selection.ranges.length > 1 && simplifySelection(view) },
  ]),
];

const oneLine = [
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

/** Puts an editor into `parent` that has caret and focus of the plain input, as they are now. */
export function createCodeMirror(
  { plain, text, parent, isSingleLine, onChange }: CodePlace,
  settings: CodeSettings,
  language: Extension = [],
): CodeMirror {
  // A label by itself names native controls only.
  const labels = [...(plain.labels ?? [])].map(({ id }) => id).join(' ');
  const ownAttributes = {
    'aria-multiline': String(!isSingleLine),
    ...(labels && { 'aria-labelledby': labels }),
  };
  const changing = new Compartment();
  let ownersText = settings.value;
  let current = settings;
  let isTakingOver = false;
  // Told to the owner, who has not confirmed it yet: not to be mistaken for a text that the owner sets.
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
  // Measures, for the height of a line must be known before there is a place to scroll to.
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
      if (!looksSame(current, next)) {
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

/** Offers what the sources find, the best and shorter ones first. */
export function completions(...sources: CompletionSource[]): Extension {
  const close = (view: EditorView) => {
    closeCompletion(view);
    return false;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: 'Enter', run: closeWhenComplete },
        // Else the list, which can be scrolled, would be the next stop.
        { key: 'Tab', run: close, shift: close },
      ]),
    ),
    EditorView.updateListener.of(({ view }) => keepFocus(view)),
    autocompletion({
      override: sources,
      icons: false,
      compareCompletions: (a, b) => a.label.length - b.label.length || (a.label < b.label ? -1 : 1),
      activateOnCompletion: goesOn,
    }),
  ];
}

/** The offer for a word; one that ends in a dot goes on with a name. */
export function completionOf(word: string): Completion {
  const boost = word.includes('_via_') ? -10 : 0;
  return word.endsWith('.') ? { label: `${word}*`, apply: word, boost } : { label: word, boost };
}

/** What can be scrolled must be within reach of the focus; but the list is worked from the text box. */
function keepFocus(view: EditorView): void {
  const list = view.dom.querySelector<HTMLElement>('[role="listbox"]');
  if (!list || list.hasAttribute('tabindex')) return;
  list.tabIndex = 0;
  // Names and values of the data.
  list.translate = false;
  list.addEventListener('focus', () => view.focus());
}

function goesOn({ label }: Completion): boolean {
  return label.endsWith('*');
}

/** The key has its own meaning when the word it would accept stands there already, or is hardly what is meant. */
function closeWhenComplete(view: EditorView): boolean {
  const { label: found = '', displayLabel: label = found } = selectedCompletion(view.state) ?? {};
  const { head } = view.state.selection.main;
  const before = view.state.sliceDoc(Math.max(0, head - label.length - 1), head);
  const isThere = before.replace(/^[^\w@:]/, '') === label;
  if (label !== '' && (isThere || isLooselyMatched(view.state, label))) closeCompletion(view);
  return false;
}

/** A word that stands alone may be searched for: a name that merely has its letters replaces it only when chosen. */
function isLooselyMatched(state: EditorState, label: string): boolean {
  const text = state.doc.toString().trim().toLowerCase();
  return selectedCompletionIndex(state) === 0 && /^\w+$/.test(text) && !label.toLowerCase().includes(text);
}

/** What Enter does in an input: it presses the button that submits, even when that is disabled and nothing follows. */
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
    // What is editable is reached by Tab without a tabindex, what is read-only is not.
    EditorView.contentAttributes.of({ ...own, ...attributesOf(settings), tabindex: '0' }),
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
    hint ? placeholder(hint) : [],
  ];
}

/** Selects the word at the caret; then, with each further press, the next place where the selected text stands. */
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
