import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import SearchX from 'lucide-react/icons/search-x';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { EmptyState } from '../../kit/layout/EmptyState';
import { type Finding, severities } from './checks/finding';
import { FindingItem, severityLooks } from './FindingItem';
import css from './FindingsPage.module.css';
import * as findingMarks from './findingMarks';
import {
  matches,
  type SortedFindings,
  textOfFinding,
  textOfPassed,
  textOfUnjudged,
  type View,
  withSeverity,
} from './shownFindings';

interface Props {
  sorted: SortedFindings;
  view: View;
  search: string;
  accepted: Readonly<Record<string, string>>;
  isBusy: boolean;
  onOpenPlace: (finding: Finding) => void;
  onAccept: (finding: Finding) => void;
  onRetry: () => void;
  onClear: () => void;
}

/** Shows the findings of the view that match the search, by severity. */
export function FindingGroups({ sorted, view, search, accepted, isBusy, ...acts }: Props) {
  const isWhole = view === 'open';
  const some = view === 'accepted' ? sorted.accepted : view === 'passed' ? [] : sorted.open;
  const found = some.filter((finding) => matches(textOfFinding(finding), search));
  const passed = view === 'passed' ? sorted.passed.filter((one) => matches(textOfPassed(one), search)) : [];
  const failed = isWhole ? sorted.failed.filter(({ error }) => matches(error, search)) : [];
  const unjudged = isWhole ? sorted.unjudged.filter((one) => matches(textOfUnjudged(one), search)) : [];

  if (found.length + passed.length + failed.length + unjudged.length === 0) {
    return search === '' ? (
      <EmptyState icon={ShieldCheck} title="Nothing found." role="status" />
    ) : (
      <EmptyState icon={SearchX} title="Nothing was found." role="status">
        <Button onClick={acts.onClear}>Clear search</Button>
      </EmptyState>
    );
  }
  return (
    <>
      {failed.length > 0 && (
        <Group badge={<Badge kind="danger">Not checked</Badge>} count={failed.length}>
          {failed.map(({ error, outcomes }) => (
            <Line key={error} icon={CircleQuestionMark} title={`Could not be checked: ${error}`}>
              <p className={css.why}>
                So it is not known whether this holds: {outcomes.map((outcome) => outcome.passed).join(' ')}
              </p>
              <Button size="small" isBusy={isBusy} onClick={acts.onRetry}>
                Retry
              </Button>
            </Line>
          ))}
        </Group>
      )}
      {severities.map((severity) => {
        const findings = withSeverity(found, severity);
        const { icon, name, badge } = severityLooks[severity];
        if (findings.length === 0) return null;
        const mark = (
          <span className={severity === 'critical' ? css.solid : undefined}>
            <Badge kind={badge}>
              <Icon of={icon} size={12} />
              {name}
            </Badge>
          </span>
        );
        return (
          <Group key={severity} badge={mark} count={findings.length}>
            {findings.map((finding) => (
              <FindingItem
                key={finding.key}
                finding={finding}
                note={view === 'accepted' ? accepted[finding.key] : undefined}
                onOpenPlace={() => acts.onOpenPlace(finding)}
                onAccept={() => acts.onAccept(finding)}
                onReopen={() => findingMarks.reopen(finding.key)}
              />
            ))}
          </Group>
        );
      })}
      {unjudged.length > 0 && (
        <Group badge={<Badge>Not checked</Badge>} count={unjudged.length}>
          {unjudged.map((outcome) => (
            <Line key={outcome.id} icon={CircleQuestionMark} title={outcome.passed}>
              <p className={css.why}>This could not be checked everywhere:</p>
              <ul className={css.why}>
                {outcome.unjudged.map(({ place, reason }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike
                  <li key={at}>
                    <b translate="no">{place}</b>: <span translate="no">{reason}</span>
                  </li>
                ))}
              </ul>
            </Line>
          ))}
        </Group>
      )}
      {passed.length > 0 && (
        <Group badge={<Badge kind="success">Passed</Badge>} count={passed.length}>
          {passed.map(({ id, passed: sentence, looked }) => (
            <Line key={id} icon={CircleCheck} title={sentence}>
              <p className={css.why}>Looked at {looked}.</p>
            </Line>
          ))}
        </Group>
      )}
    </>
  );
}

function Group({ badge, count, children }: { badge: ReactNode; count: number; children: ReactNode }) {
  return (
    <section className={css.group}>
      <h2>
        {badge} <span className="subtle">{count}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

interface LineProps {
  icon: typeof CircleCheck;
  title: string;
  children: ReactNode;
}

function Line({ icon, title, children }: LineProps) {
  return (
    <li className={css.finding}>
      <span className={icon === CircleCheck ? css.success : 'subtle'}>
        <Icon of={icon} />
      </span>
      <div className={css.body}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}
