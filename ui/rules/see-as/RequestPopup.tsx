import { type ComponentProps, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Field } from '../../kit/form/Field';
import { TextArea } from '../../kit/form/TextArea';
import { FormPopup } from '../../kit/overlay/FormPopup';
import type { FieldErrors } from '../../model/fieldErrors';
import { messageAt } from '../../model/fieldErrors';
import { atRequest } from '../../model/filter/ruleWords';
import { can } from '../../page/capabilities';
import { createForm } from '../../page/forms/form';
import * as unsaved from '../../page/forms/unsaved';
import { answerPanel, type Panels } from '../../page/panels';
import { parseBody, parseHeaders, parsePairs, printPairs } from '../reading/requestText';
import * as seenAs from '../seenAs';

declare module '../../page/panels' {
  interface Panels {
    /** The request for which rules are asked. With `hasBody`, it may create or update. */
    ruleRequest: { takes: { hasBody: boolean }; answers: null };
  }
}

interface Props {
  id: number;
  takes: Panels['ruleRequest']['takes'];
}

export function RequestPopup({ id, takes: { hasBody } }: Props) {
  const [form] = useState(createRequestForm);
  const { errors } = useSnapshot(form.state);
  const values = useSnapshot(form.state.values, { sync: true });
  const part = (name: keyof typeof values) => ({
    error: messageAt(errors, name),
    value: values[name],
    onChange: (text: string) => form.set(name, text),
  });

  return (
    <FormPopup
      form={form}
      watch={unsaved.watch}
      mayLose={unsaved.mayLose}
      title="Request of the user"
      submitLabel="Use this request"
      onClose={() => answerPanel(id, null)}
    >
      {hasBody && can('writeVerdicts') && (
        <Part
          {...part('body')}
          label="Body"
          help={`JSON. Rules of create and update read it as ${atRequest.data}.`}
          placeholder='{ "title": "New" }'
        />
      )}
      <Part
        {...part('query')}
        label="Query"
        help={`One name=value a line. Rules read it as ${atRequest.query}.name.`}
        placeholder="token=abc"
        data-autofocus
      />
      <Part
        {...part('headers')}
        label="Headers"
        help={`One name=value a line. Rules read X-Token as ${atRequest.headers}.x_token.`}
        placeholder="X-Token=abc"
      />
    </FormPopup>
  );
}

type PartProps = Pick<ComponentProps<typeof Field>, 'label' | 'help' | 'error'> &
  ComponentProps<typeof TextArea>;

function Part({ label, help, error, ...rest }: PartProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => <TextArea {...control} isMono hasLines {...rest} />}
    </Field>
  );
}

function createRequestForm() {
  const { query, headers, body } = seenAs.state;
  return createForm({
    initial: { query: printPairs(query), headers: printPairs(headers), body },
    check(texts): FieldErrors {
      const faults = {
        query: parsePairs(texts.query).fault,
        headers: parseHeaders(texts.headers).fault,
        body: parseBody(texts.body).fault,
      };
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
        body: texts.body.trim(),
      });
    },
  });
}
