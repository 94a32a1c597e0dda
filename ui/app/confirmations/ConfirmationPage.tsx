import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { CentredPage } from '../../kit/layout/CentredPage';
import { Note } from '../../kit/layout/Note';
import { messageAt } from '../../model/fieldErrors';
import type { Form } from '../../page/forms/form';

interface Props {
  icon: LucideIcon;
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of a page for the application's own users, who do not know this product: no logo, no links.
 * Without a session the server does not send the application's name.
 */
export function ConfirmationPage({ icon, title, subtitle, children }: Props) {
  return (
    <CentredPage icon={icon} title={title} subtitle={subtitle} footer={false}>
      {children}
    </CentredPage>
  );
}

interface SuccessProps {
  /** The result, and an optional next step. */
  lines: readonly [string, string?];
}

export function Success({ lines: [first, second] }: SuccessProps) {
  const id = useId();
  return (
    <>
      <Note kind="success" role="status">
        <p id={id}>{first}</p>
        {second && <p>{second}</p>}
      </Note>
      <Button size="large" isWide aria-describedby={id} onClick={() => window.close()}>
        Close
      </Button>
    </>
  );
}

/** Makes the form of a confirmation page. `failure` is shown above its fields; `isDone` once the server accepted it. */
export function useConfirmationForm<Values extends object>(create: () => Form<Values>) {
  const [form] = useState(create);
  const [isDone, setIsDone] = useState(false);
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });

  async function submit(): Promise<void> {
    if (await form.submit()) setIsDone(true);
  }

  const failure = messageAt(errors, 'token') ?? messageAt(errors, 'form');
  return { form, values, errors, failure, isSaving, isDone, submit };
}
