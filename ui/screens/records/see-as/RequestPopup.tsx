import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { Field } from '../../../components/form/Field';
import { TextArea } from '../../../components/form/TextArea';
import { Popup } from '../../../components/overlay/Popup';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import type { FieldErrors } from '../../../model/fieldErrors';
import { messageAt } from '../../../model/fieldErrors';
import { createForm } from '../../../state/form';
import * as seenAs from '../../../state/seenAs';
import * as unsaved from '../../../state/unsaved';
import { parseHeaders, parsePairs, printPairs } from './requestText';
import css from './SeeAs.module.css';

/** The query and the headers of the person's request, which rules can read. */
export function RequestPopup({ onClose }: { onClose: () => void }) {
  const overlay = useRef<OverlayHandle>(null);
  const [form] = useState(createRequestForm);
  const { errors } = useSnapshot(form.state);
  const { query, headers } = useSnapshot(form.state.values, { sync: true });

  useEffect(() => unsaved.watch(form.isChanged), [form]);

  async function handleSubmit() {
    if (await form.submit()) overlay.current?.close({ isDone: true });
  }

  return (
    <Popup
      handle={overlay}
      title="Request of the person"
      canClose={() => !form.isChanged() || unsaved.mayLose('close the popup')}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button kind="quiet" onClick={() => overlay.current?.close()}>
            Cancel
          </Button>
          <Button kind="primary" type="submit">
            Use this request
          </Button>
        </>
      }
    >
      <div className={css.request}>
        <p>Rules can read the query and the headers of a request. The method of a list is GET.</p>
        <Field
          label="Query"
          help="One name=value a line. Rules read it as @request.query.name."
          error={messageAt(errors, 'query')}
        >
          {(control) => (
            <TextArea
              {...control}
              isMono
              data-autofocus
              placeholder="token=abc"
              value={query}
              onChange={(text) => form.set('query', text)}
            />
          )}
        </Field>
        <Field
          label="Headers"
          help="One name=value a line. Rules read X-Token as @request.headers.x_token."
          error={messageAt(errors, 'headers')}
        >
          {(control) => (
            <TextArea
              {...control}
              isMono
              placeholder="X-Token=abc"
              value={headers}
              onChange={(text) => form.set('headers', text)}
            />
          )}
        </Field>
      </div>
    </Popup>
  );
}

function createRequestForm() {
  const { query, headers } = seenAs.state;
  return createForm({
    initial: { query: printPairs(query), headers: printPairs(headers) },
    check(texts): FieldErrors {
      const faults = { query: parsePairs(texts.query).fault, headers: parseHeaders(texts.headers).fault };
      return Object.fromEntries(
        Object.entries(faults).flatMap(([name, fault]) =>
          fault ? [[name, { code: '', message: fault }]] : [],
        ),
      );
    },
    async save(texts) {
      Object.assign(seenAs.state, {
        query: parsePairs(texts.query).values,
        headers: parseHeaders(texts.headers).values,
      });
    },
  });
}
