import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CloudOff from 'lucide-react/icons/cloud-off';
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import Globe from 'lucide-react/icons/globe';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Send from 'lucide-react/icons/send';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge, type BadgeKind } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { Accordion, AccordionFrame } from '../../kit/layout/Accordion';
import { EmptyState } from '../../kit/layout/EmptyState';
import { Loading } from '../../kit/layout/Loading';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import { can } from '../../page/capabilities';
import { answerPanel, openPanel, type Panels } from '../../page/panels';
import { noWriteVerdicts, type Verdict } from '../askRule';
import { PersonMenu } from '../PersonMenu';
import { RuleTree } from '../RuleTree';
import * as seenAs from '../seenAs';
import css from './RecordAccessPopup.module.css';
import { type Act, type ActState, createRecordAccess, type RecordAccess, responseTo } from './recordAccess';

declare module '../../page/panels' {
  interface Panels {
    recordAccess: {
      /** `as` is the person, as in the address. */
      takes: { collectionId: string; recordId: string; as: string };
      answers: null;
    };
  }
}

interface Props {
  id: number;
  takes: Panels['recordAccess']['takes'];
}

export function RecordAccessPopup({ id, takes }: Props) {
  const [access] = useState(() => createRecordAccess(takes.collectionId, takes.recordId));
  const { status, loadError, gone, name, as, person, acts } = useSnapshot(access.state);
  const isReady = status === 'ready' && gone === null;
  const isAsking = acts.some(({ verdict }) => verdict === null);
  const { query, headers, body } = useSnapshot(seenAs.state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another request has other verdicts
  useEffect(() => {
    void access.open(access.state.as || takes.as);
    return access.close;
  }, [access, takes.as, query, headers, body]);

  return (
    <Popup
      size="wide"
      title={
        <>
          Access to <b translate="no">{name}</b>
        </>
      }
      onClose={() => answerPanel(id, null)}
      footerStart={
        isReady && (
          <span role="status">
            {isAsking ? 'Asking the server...' : 'Checked with the server; nothing was changed.'}
          </span>
        )
      }
      footer={<CloseButton kind="secondary">Close</CloseButton>}
    >
      <div className={css.body}>
        <div className={css.who}>
          View as
          <PersonMenu label="View as" as={as} person={person} onChoose={(next) => void access.open(next)} />
          <Button
            kind="quiet"
            size="small"
            icon={Send}
            onClick={() => void openPanel('ruleRequest', { hasBody: true })}
          >
            Request
          </Button>
        </div>
        {status === 'loading' && <Loading>Asking the server...</Loading>}
        {(status === 'failed' || gone !== null) && (
          <EmptyState
            icon={CloudOff}
            title="The access could not be checked."
            reason={gone ?? loadError?.message}
            role="alert"
          >
            {status === 'failed' && <Button onClick={() => void access.open(as)}>Retry</Button>}
          </EmptyState>
        )}
        {isReady && (
          <AccordionFrame>
            {acts.map((one) => (
              <ActItem
                key={one.act}
                one={one}
                access={access}
                updates={acts.find(({ act }) => act === 'update')?.verdict ?? null}
              />
            ))}
          </AccordionFrame>
        )}
        <p className="footnote">
          Hooks, custom routes and proxies are not simulated. {!can('writeVerdicts') && noWriteVerdicts}
        </p>
      </div>
    </Popup>
  );
}

const names: Readonly<Record<Act, string>> = {
  list: 'List',
  view: 'View',
  update: 'Update',
  delete: 'Delete',
  create: 'Create a copy',
  files: 'Download files',
  manage: 'Manage',
};

interface Look {
  icon: typeof Ban;
  badge: BadgeKind;
  word: string;
}

function lookOf(verdict: Verdict | null): Look {
  if (!verdict) return { icon: LoaderCircle, badge: 'neutral', word: 'Asking...' };
  if (verdict.kind === 'no') return { icon: Ban, badge: 'danger', word: 'Refused' };
  if (verdict.kind === 'unknown') {
    return {
      icon: CircleQuestionMark,
      badge: 'warning',
      word: verdict.isFailure ? 'Failed' : 'Not simulated',
    };
  }
  return verdict.isForAll
    ? { icon: Globe, badge: 'warning', word: 'Everyone' }
    : { icon: CircleCheck, badge: 'success', word: 'Allowed' };
}

function ActItem({ one, access, updates }: { one: ActState; access: RecordAccess; updates: Verdict | null }) {
  const [isOpen, setIsOpen] = useState(false);
  const { act, verdict, rule, holds } = one;
  const look = lookOf(verdict);
  const explained = access.explained(act);
  const isAllowed = verdict?.kind === 'yes';
  const isJudged = (isAllowed && !verdict.isForAll) || (verdict?.kind === 'no' && verdict.reason === null);

  useEffect(() => {
    if (isOpen && isJudged && !holds) void access.explain(act);
  }, [isOpen, isJudged, holds, access, act]);

  return (
    <Accordion
      icon={look.icon}
      title={`${names[act]} `}
      status={<Badge kind={look.badge}>{look.word}</Badge>}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      <div className={css.act}>
        {rule &&
          isJudged &&
          (holds && explained ? (
            <RuleTree rule={rule} holds={holds} isAllowed={isAllowed} explained={explained} />
          ) : (
            <Loading>Asking the server about each part...</Loading>
          ))}
        <p className={css.answer}>
          <Icon of={CornerDownRight} size="small" />
          <span>
            {answerTo(act, verdict, updates)}
            {act === 'files' &&
              !(isAllowed && verdict.isForAll) &&
              ' This is for protected files. Others need no token.'}
          </span>
        </p>
      </div>
    </Accordion>
  );
}

/** The server checks the manage rule only for a change that the update rule allows. */
function answerTo(act: Act, verdict: Verdict | null, updates: Verdict | null): string {
  if (!verdict) return 'Asking the server...';
  if (verdict.kind === 'unknown') return verdict.reason;
  if (verdict.kind === 'no') {
    return [verdict.reason, `The server answers ${responseTo(act, verdict)}`].filter(Boolean).join(' ');
  }
  if (verdict.isForAll) {
    return act === 'files' ? 'Anyone with the link can open the files.' : 'The rule is empty.';
  }
  if (act === 'manage' && updates?.kind === 'no') {
    return 'The rule lets it pass, but Update is refused: the user may only see a hidden email.';
  }
  return act === 'update' || act === 'create'
    ? 'The rule lets it pass. The server still checks the fields.'
    : 'The rule lets it pass.';
}
