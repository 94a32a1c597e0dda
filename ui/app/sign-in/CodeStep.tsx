import { useRef } from 'react';
import { Button } from '../../kit/basics/Button';
import { Field } from '../../kit/form/Field';
import { TextInput } from '../../kit/form/TextInput';
import type { SignInForm } from './signIn';

interface Props {
  form: SignInForm;
  email: string;
  code: string;
  error: string | null;
  isBusy: boolean;
  size?: 'large';
}

/** The second step of a sign-in: the code of a mail. The frame around it has the button that sends the code. */
export function CodeStep({ form, email, code, error, isBusy, size }: Props) {
  const input = useRef<HTMLInputElement>(null);

  async function sendNewCode() {
    await form.sendNewCode();
    input.current?.focus();
  }

  return (
    <>
      <p role="status">
        The second step is a code. It comes by mail to <b translate="no">{email}</b>.
      </p>
      <Field
        label="Code"
        error={error}
        hint={
          <Button kind="link" onClick={() => void sendNewCode()}>
            Send a new code
          </Button>
        }
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            size={size}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
            value={code}
            onChange={(text) => form.set('code', text)}
          />
        )}
      </Field>
      <p>
        <Button kind="link" disabled={isBusy} onClick={form.backToPassword}>
          Back to the password
        </Button>
      </p>
    </>
  );
}
