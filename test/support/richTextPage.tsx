// The page of the rich text tests: a form with one rich text field, and its events.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../ui/styles/tokens.css';
import '../../ui/styles/base.css';
import { followFocus } from '../../ui/base/focus';
import { Field } from '../../ui/kit/form/Field';
import { TextInput } from '../../ui/kit/form/TextInput';
import * as tooltips from '../../ui/kit/overlay/tooltips';
import { RichText } from '../../ui/kit/rich-text/RichText';
import type { RichTextProps } from '../../ui/kit/rich-text/richTextProps';

interface Shown {
  html: string;
  props: Partial<RichTextProps>;
}

const page = {
  /** The texts of all change events. */
  told: [] as string[],
  directions: [] as string[],
  picked: { src: '/picked.png', alt: 'Picked' },
  show: (_shown: Shown | null) => {},
  rules: () => import('../../ui/kit/rich-text/editableHtml'),
};
Reflect.set(window, 'page', page);
export type RichTextPage = typeof page;

function Form() {
  const [shown, setShown] = useState<Shown | null>(null);
  page.show = setShown;
  return (
    <main id="content">
      <h1>Rich text</h1>
      <TextInput aria-label="Before" value="" onChange={() => {}} />
      {shown && (
        <Field label="note">
          {(control) => (
            <RichText
              {...control}
              value={shown.html}
              onChange={(html) => {
                page.told.push(html);
                setShown((now) => now && { ...now, html });
              }}
              onDirection={(direction) => page.directions.push(direction)}
              onPickImage={async () => page.picked}
              {...shown.props}
            />
          )}
        </Field>
      )}
      <TextInput aria-label="After" value="" onChange={() => {}} />
    </main>
  );
}

Reflect.get(tooltips, 'start')?.();
followFocus();
createRoot(document.body.appendChild(document.createElement('div'))).render(<Form />);
