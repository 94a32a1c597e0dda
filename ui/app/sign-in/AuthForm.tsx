import type { LucideIcon } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../kit/basics/Button';
import { Field } from '../../kit/form/Field';
import { PasswordInput } from '../../kit/form/PasswordInput';
import { TextInput } from '../../kit/form/TextInput';
import { Note } from '../../kit/layout/Note';

interface Props {
  /** The reason why the last try failed; shown above the fields. */
  failure?: ReactNode;
  submitLabel: string;
  icon?: LucideIcon;
  iconAtEnd?: LucideIcon;
  isBusy: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** The form of a sign-in or confirmation page: a failure, the fields and one wide button. */
export function AuthForm({ failure, submitLabel, icon, iconAtEnd, isBusy, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);

  // Focuses the first field with an error. `focusFirstInvalid` would also handle hidden controls and fields of several
  // controls, which these forms do not have.
  useEffect(() => {
    if (!isBusy) focusInvalid(form.current);
  }, [isBusy]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
    // An empty field is refused without a call, so `isBusy` does not change.
    requestAnimationFrame(() => focusInvalid(form.current));
  }

  return (
    <form ref={form} noValidate onSubmit={handleSubmit}>
      {failure && (
        <Note kind="danger" role="alert">
          {failure}
        </Note>
      )}
      {children}
      <Button
        type="submit"
        kind="primary"
        size="large"
        isWide
        icon={icon}
        iconAtEnd={iconAtEnd}
        isBusy={isBusy}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

const focusInvalid = (form: Element | null) => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus();

interface FieldProps {
  value: string;
  error?: string | null;
  hint?: ReactNode;
  onChange: (text: string) => void;
}

/** The email of an account: the first field, and a browser fills it in. */
export function EmailField({ value, error, onChange }: FieldProps) {
  return (
    <Field label="Email" error={error}>
      {(control) => (
        <TextInput
          {...control}
          size="large"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          required
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

export function PasswordField({
  value,
  error,
  hint,
  autoFocus,
  onChange,
}: FieldProps & { autoFocus?: boolean }) {
  return (
    <Field label="Password" error={error} hint={hint}>
      {(control) => (
        <PasswordInput
          {...control}
          size="large"
          name="password"
          autoComplete="current-password"
          autoFocus={autoFocus}
          required
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
