import type { EditorView } from '@codemirror/view';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CodeEditor, type CodeEditorProps } from '../../../ui/kit/code-editor/CodeEditor';
import { Field } from '../../../ui/kit/form/Field';
import { act, click, focus, mount, press, quiet } from '../../support/render';
import { editorIn } from './codeScene';

interface Owner {
  text: string;
  /** All texts that the owner received, in order. */
  readonly told: string[];
  set(text: string): void;
}

/** Mounts an editor in a form; a component holds its text. */
function open(props: Partial<CodeEditorProps> = {}, keep = (text: string) => text) {
  const owner: Owner = { text: '', told: [], set: () => {} };
  let submits = 0;
  function Form() {
    const [text, setText] = useState(props.value ?? '');
    owner.text = text;
    owner.set = (next) => act(() => setText(next));
    const handleChange = (next: string) => {
      owner.told.push(next);
      setText(keep(next));
    };
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submits += 1;
        }}
      >
        <CodeEditor language="text" aria-label="Code" {...props} value={text} onChange={handleChange} />
      </form>
    );
  }
  const view = mount(<Form />);
  return { view, owner, submits: () => submits };
}

const textOf = (editor: EditorView) => editor.state.doc.toString();
const enter = (editor: EditorView, text: string) =>
  act(() => editor.dispatch({ ...editor.state.replaceSelection(text), userEvent: 'input.type' }));

test('is a plain text area, or an input for one line, until it is focused', async () => {
  const { view } = open({ value: 'a\nb', placeholder: 'Nothing' });
  await quiet();
  const plain = view.find<HTMLTextAreaElement>('textarea');
  assert.equal(
    [plain.value, plain.placeholder, plain.getAttribute('aria-label')],
    ['a\nb', 'Nothing', 'Code'],
  );
  assert.is(view.findAll('.cm-editor').length, 0);

  const oneLine = open({ value: 'a\nb', isSingleLine: true });
  assert.is(oneLine.view.find<HTMLInputElement>('input').value, 'a b');
  assert.equal(oneLine.owner.told, []);
});

test('reports what is typed into the plain input', () => {
  const { view, owner } = open();
  const plain = view.find<HTMLTextAreaElement>('textarea');
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(plain, 'abc');
    plain.dispatchEvent(new Event('input', { bubbles: true }));
  });
  assert.is(owner.text, 'abc');
});

test('the editor takes over text, selection and focus, and reports what is typed then', async () => {
  const { view, owner } = open({ value: 'one two\nthree' });
  view.find<HTMLTextAreaElement>('textarea').setSelectionRange(4, 7);
  const editor = await editorIn(view);
  assert.is(textOf(editor), 'one two\nthree');
  const { anchor, head } = editor.state.selection.main;
  assert.equal([anchor, head], [4, 7]);
  assert.ok(document.activeElement === editor.contentDOM);
  assert.equal(owner.told, [], 'nothing has changed yet');
  enter(editor, '2');
  assert.is(owner.text, 'one 2\nthree');
});

test('what is typed replaces the null of an empty json value', async () => {
  const { view, owner } = open({ value: 'null', language: 'json' });
  enter(await editorIn(view), '5');
  assert.is(owner.text, '5');
});

test('gives the text box the names and states of the plain input, and updates them', async () => {
  const props = { id: 'meta', 'aria-describedby': 'help', 'aria-required': true, language: 'text' as const };
  const draw = (more: Partial<CodeEditorProps>) => (
    <CodeEditor aria-label="Code" {...props} {...more} value="x" onChange={() => {}} />
  );
  const view = mount(draw({}));
  const { contentDOM } = await editorIn(view);
  const read = () =>
    ['id', 'role', 'aria-label', 'aria-describedby', 'aria-required', 'aria-invalid', 'aria-multiline'].map(
      (name) => contentDOM.getAttribute(name),
    );
  assert.equal(read(), ['meta', 'textbox', 'Code', 'help', 'true', null, 'true']);
  view.rerender(draw({ 'aria-invalid': true, 'aria-describedby': 'error help' }));
  assert.equal(read(), ['meta', 'textbox', 'Code', 'error help', 'true', 'true', 'true']);
});

test('names the editor by the label of a field, and moves the focus there on a click on it', async () => {
  const view = mount(
    <>
      <Field label="meta">
        {(control) => <CodeEditor {...control} language="json" value="{}" onChange={() => {}} />}
      </Field>
      <button type="button">Elsewhere</button>
    </>,
  );
  const { contentDOM } = await editorIn(view);
  assert.ok(view.byLabel('meta') === contentDOM);
  focus(view.find('button'));
  click(view.byText('meta'));
  assert.ok(document.activeElement === contentDOM);
});

test('waits for an input method to finish before the editor replaces the input', async () => {
  const { view, owner } = open();
  const plain = view.find<HTMLTextAreaElement>('textarea');
  focus(plain);
  act(() => plain.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true })));
  await quiet();
  assert.ok(plain.isConnected);
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(plain, '日本');
    plain.dispatchEvent(new Event('input', { bubbles: true }));
    plain.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  });
  const editor = await editorIn(view);
  assert.equal([textOf(editor), owner.text], ['日本', '日本']);
});

test('replaces only the difference when the text changes from outside, and keeps the caret', async () => {
  const { view, owner } = open({ value: 'abc def' });
  const editor = await editorIn(view);
  const caretAt = () => editor.state.selection.main.head;
  act(() => editor.dispatch({ selection: { anchor: 6 } }));
  owner.set('abc def');
  assert.is(caretAt(), 6);
  owner.set('abc XX def');
  assert.equal([textOf(editor), caretAt()], ['abc XX def', 9]);
  owner.set('');
  assert.is(textOf(editor), '');
  assert.equal(owner.told, [], 'the owner is not told of its own texts');
});

test('loses nothing typed when the owner corrects a text, or is slow to confirm one', async () => {
  const loud = open({ value: '' }, (text) => text.toUpperCase());
  const editor = await editorIn(loud.view);
  enter(editor, 'a');
  enter(editor, 'b');
  assert.equal([textOf(editor), loud.owner.text], ['AB', 'AB']);

  const told: string[] = [];
  const draw = (value: string) => (
    <CodeEditor language="text" aria-label="Code" value={value} onChange={(text) => told.push(text)} />
  );
  const view = mount(draw(''));
  const slow = await editorIn(view);
  enter(slow, 'a');
  enter(slow, 'b');
  view.rerender(draw(''));
  assert.is(textOf(slow), 'ab', 'not confirmed yet');
  view.rerender(draw('a'));
  assert.is(textOf(slow), 'ab', 'the first letter is');
  enter(slow, 'c');
  view.rerender(draw('abc'));
  assert.is(textOf(slow), 'abc');
  view.rerender(draw(''));
  assert.is(textOf(slow), '', 'now the owner has emptied it');
});

test('turns line breaks into spaces in a single line, and submits on Enter', async () => {
  const { view, owner, submits } = open({ value: 'x', isSingleLine: true });
  const editor = await editorIn(view);
  act(() => editor.dispatch({ selection: { anchor: 1 } }));
  enter(editor, ' a\r\nb\nc');
  assert.is(owner.text, 'x a b c');
  assert.is(editor.state.selection.main.head, 7);
  owner.set('p\nq');
  assert.is(textOf(editor), 'p q');
  press(editor.contentDOM, 'Enter');
  assert.is(submits(), 1);
  assert.is(editor.contentDOM.getAttribute('aria-multiline'), 'false');
});

test('breaks the line on Enter in many lines, and ignores Tab', async () => {
  const { view, owner, submits } = open({ value: '  x' });
  const editor = await editorIn(view);
  act(() => editor.dispatch({ selection: { anchor: 3 } }));
  press(editor.contentDOM, 'Enter');
  assert.is(owner.text, '  x\n  ');
  assert.ok(press(editor.contentDOM, 'Tab'));
  assert.ok(press(editor.contentDOM, 'Tab', { shiftKey: true }));
  assert.ok(press(editor.contentDOM, 'Escape'), 'with nothing open the key is for what is around');
  assert.is(owner.text, '  x\n  ');
  press(editor.contentDOM, ']', { ctrlKey: true });
  assert.is(owner.text, '  x\n    ');
  press(editor.contentDOM, '[', { ctrlKey: true });
  assert.is(owner.text, '  x\n  ');
  for (let presses = 0; presses < 3; presses += 1) press(editor.contentDOM, 'z', { ctrlKey: true });
  assert.is(owner.text, '  x');
  assert.is(submits(), 0);
});

test('selects the next occurrence of the same text too, each once', async () => {
  const { view, owner } = open({ value: 'ab x ab x ab' });
  const editor = await editorIn(view);
  act(() => editor.dispatch({ selection: { anchor: 5 } }));
  for (let presses = 0; presses < 5; presses += 1) press(editor.contentDOM, 'd', { ctrlKey: true });
  assert.is(editor.state.selection.ranges.length, 3);
  enter(editor, 'c');
  assert.is(owner.text, 'c x c x c');
  assert.not(press(editor.contentDOM, 'Escape'), 'back to one caret');
  assert.is(editor.state.selection.ranges.length, 1);
});

test('shows a read-only text and never changes it', async () => {
  const { view, owner } = open({ value: '{}', isReadOnly: true, language: 'json' });
  assert.is(view.find<HTMLTextAreaElement>('textarea').readOnly, true);
  const editor = await editorIn(view);
  assert.equal(
    ['aria-readonly', 'contenteditable', 'tabindex'].map((name) => editor.contentDOM.getAttribute(name)),
    ['true', 'false', '0'],
  );
  press(editor.contentDOM, 'Enter');
  press(editor.contentDOM, 'Backspace');
  assert.equal([textOf(editor), owner.told.length], ['{}', 0]);
});

// codeColours.test.ts has the parts of each language.
const sources: [language: CodeEditorProps['language'], text: string, colours: Record<string, string>][] = [
  ['json', '{"a": [1, true, "b"]}', { '"a"': 'key', '1': 'number', true: 'word', '"b"': 'string' }],
  ['html', '<p class="x">&amp;<!-- c --></p>', { p: 'key', class: 'word', '<!-- c -->': 'comment' }],
  ['filter', '"a\nb" = c', { '"a': 'string', 'b"': 'string', c: 'key' }],
  [
    'sql',
    'CREATE UNIQUE INDEX `a` ON posts (\n  user COLLATE nocase\n) /* c\n*/ WHERE true',
    {
      UNIQUE: 'word',
      '`a`': 'key',
      user: 'key',
      nocase: 'word',
      '/* c': 'comment',
      '*/': 'comment',
      true: 'word',
    },
  ],
];

for (const [language, text, colours] of sources) {
  test(`colours ${language}: ${text.replace('\n', ' ')}`, async () => {
    const editor = await editorIn(open({ value: text, language }).view);
    const colourOf = (part: string) => {
      const span = [...editor.contentDOM.querySelectorAll('span')].find((one) => one.textContent === part);
      if (!span) throw new Error(`${part} has no colour in ${editor.contentDOM.outerHTML}`);
      const rules = [...document.querySelectorAll('style')].map((style) => style.textContent).join('\n');
      return new RegExp(`\\.${span.className} \\{[^}]*color: var\\(--code-(\\w+)\\)`).exec(rules)?.[1];
    };
    for (const [part, colour] of Object.entries(colours)) assert.is(colourOf(part), colour, part);
  });
}

test.run();
