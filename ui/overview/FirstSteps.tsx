import Check from 'lucide-react/icons/check';
import FileUp from 'lucide-react/icons/file-up';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../base/hash';
import { Button } from '../kit/basics/Button';
import { CopyButton } from '../kit/basics/CopyButton';
import { Icon } from '../kit/basics/Icon';
import { joinClasses } from '../kit/basics/joinClasses';
import { ruleNames } from '../model/collection';
import * as collections from '../page/collections';
import * as app from '../page/pageTitle';
import { editCollection, fromFile } from '../records/editCollection';
import css from './OverviewPage.module.css';
import type { Overview } from './overview';

/** The id of the collection that a fresh server has. */
const firstCollection = '_pb_users_auth_';

/** The first steps on a server that nothing has called yet. A step is ticked by what exists. */
export function FirstSteps({ overview }: { overview: Overview }) {
  const { appName, hidesControls } = useSnapshot(app.state);
  const all = useSnapshot(collections.state).all;
  const { parts } = useSnapshot(overview.state);
  const own = all.filter(({ id }) => id !== firstCollection);
  const hasRules = own.some((one) => ruleNames.some((name) => typeof one[name] === 'string'));
  const cron = parts.settings.value?.backups.cron ?? '';
  const code = `new PocketBase('${overview.serverAddress()}')`;
  return (
    <section className={css.first} aria-labelledby="first-steps">
      <h2 id="first-steps">
        <span translate="no">{appName || 'The server'}</span> is running
      </h2>
      <p>Nothing has called it yet. This page shows requests, errors and backups once your app does.</p>
      <ol>
        <Step at={1} isDone title="Create an admin" />
        <Step
          at={2}
          isDone={own.length > 0}
          title="Create a collection"
          reason="A table with its own API."
          acts={
            !hidesControls && (
              <>
                <Button kind="primary" icon={Plus} onClick={() => void editCollection(null)}>
                  New collection
                </Button>
                <Button icon={FileUp} href={printHash(fromFile)}>
                  From CSV or JSON
                </Button>
              </>
            )
          }
        />
        <Step
          at={3}
          isDone={hasRules}
          title="Decide who may read and write"
          reason="Until you do, only admins can."
          acts={<Button href={printHash('/settings/rules')}>API rules</Button>}
        />
        <Step
          at={4}
          title="Connect your app"
          reason={<code translate="no">{code}</code>}
          acts={<CopyButton text={code} label="Copy the code" />}
        />
        <Step
          at={5}
          isDone={cron !== ''}
          title="Turn on automatic backups"
          reason="Daily at midnight (UTC), the last 7 are kept."
          acts={
            <Button writes onClick={() => void overview.turnOnBackups()}>
              Turn on
            </Button>
          }
        />
      </ol>
    </section>
  );
}

interface StepProps {
  at: number;
  isDone?: boolean;
  title: string;
  reason?: ReactNode;
  acts?: ReactNode;
}

function Step({ at, isDone = false, title, reason, acts }: StepProps) {
  return (
    <li className={isDone ? css.done : undefined}>
      <span className={joinClasses(css.number, isDone && css.ok)}>
        {isDone ? <Icon of={Check} size="small" /> : <span aria-hidden>{at}</span>}
        {isDone && <span className="visuallyHidden">Done: </span>}
      </span>
      <span>
        <b>{title}</b>
        {!isDone && reason && <small>{reason}</small>}
      </span>
      {!isDone && acts && <span className={css.acts}>{acts}</span>}
    </li>
  );
}
