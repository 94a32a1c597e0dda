import type { LucideIcon } from 'lucide-react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Globe from 'lucide-react/icons/globe';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../../base/hash';
import type { BadgeKind } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { ColouredText } from '../../kit/code-editor/ColouredText';
import type { ColouredLanguage } from '../../kit/code-editor/codeColours';
import { Dropdown, DropdownItem } from '../../kit/overlay/Dropdown';
import { copyWithMessage } from '../../page/copyWithMessage';
import * as app from '../../page/pageTitle';
import type { Finding, Sentence, Severity, ShownCode } from './checks/finding';
import css from './FindingsPage.module.css';
import { textOfFinding } from './shownFindings';

interface Props {
  finding: Finding;
  /** The note of the person who accepted the finding; undefined for an open finding. */
  note: string | undefined;
  onOpenPlace: () => void;
  onAccept: () => void;
  onReopen: () => void;
}

interface Look {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly badge: BadgeKind;
  readonly className: string | undefined;
}

export const severityLooks: Readonly<Record<Severity, Look>> = {
  critical: { icon: OctagonAlert, name: 'Critical', badge: 'danger', className: css.danger },
  high: { icon: TriangleAlert, name: 'High', badge: 'danger', className: css.danger },
  medium: { icon: CircleAlert, name: 'Medium', badge: 'warning', className: css.warning },
  low: { icon: Info, name: 'Low', badge: 'info', className: css.info },
};

/** One finding. Its title opens the rules and the fix; its place is a link. */
export function FindingItem({ finding, note, onOpenPlace, onAccept, onReopen }: Props) {
  const { hidesControls } = useSnapshot(app.state);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { severity, title, why, parts, fix, place } = finding;
  const { icon, name, className } = severityLooks[severity];
  return (
    <li className={css.finding}>
      <span className={className}>
        <Icon of={icon} />
        <span className="visuallyHidden">{name}</span>
      </span>
      <div className={css.body}>
        <h3>
          <button
            type="button"
            className={css.title}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Words of={title} isTitle />
            <Icon of={isOpen ? ChevronDown : ChevronRight} size="small" />
          </button>
        </h3>
        <p className={css.why}>
          <Words of={why} />
        </p>
        {note !== undefined && (
          <p className={css.why}>
            Accepted{note && ': '}
            <span translate="no">{note}</span>
          </p>
        )}
        {isOpen && (
          <div id={id} className={css.detail}>
            {parts.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike
              <Part key={at} part={part} />
            ))}
            <p>
              <Words of={fix} />
            </p>
          </div>
        )}
      </div>
      <span className={css.place} translate="no">
        {place.path !== undefined ? (
          <Button kind="link" size="small" href={printHash(place.path)}>
            {place.text}
          </Button>
        ) : hidesControls ? (
          place.text
        ) : (
          <Button kind="link" size="small" onClick={onOpenPlace}>
            {place.text}
          </Button>
        )}
      </span>
      <span className={css.acts}>
        <Dropdown
          label="More actions"
          placement="bottom-end"
          trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" size="small" />}
        >
          {note === undefined ? (
            <DropdownItem onSelect={onAccept}>Accept...</DropdownItem>
          ) : (
            <DropdownItem onSelect={onReopen}>Reopen</DropdownItem>
          )}
          <DropdownItem onSelect={() => void copyWithMessage(textOfFinding(finding))}>Copy</DropdownItem>
        </Dropdown>
      </span>
    </li>
  );
}

/** A sentence. Names and values in it are marked, and never translated. */
function Words({ of, isTitle = false }: { of: Sentence; isTitle?: boolean }) {
  return of.map(({ kind, text }, at) => {
    const key = `${at}`;
    if (kind === 'words' || kind === 'data') {
      return (
        <span key={key} translate={kind === 'data' ? 'no' : undefined}>
          {text}
        </span>
      );
    }
    if (isTitle || kind === 'name') {
      return (
        <b key={key} translate="no">
          {text}
        </b>
      );
    }
    return <Code key={key} code={text} language="filter" />;
  });
}

function Part({ part: { label, code, language } }: { part: ShownCode }) {
  return (
    <div className={css.part}>
      <span className={css.why}>
        <Words of={label} />
      </span>
      {code === null ? (
        <span>Admins only</span>
      ) : code === '' ? (
        <span className={css.everyone}>
          <Icon of={Globe} size={13} />
          Everyone
        </span>
      ) : (
        <Code code={code} language={language} />
      )}
    </div>
  );
}

/** In characters. Longer code is cut. */
const mostShown = 2000;

function Code({ code, language }: { code: string; language: ColouredLanguage }) {
  return (
    <code translate="no" className={css.code}>
      <ColouredText text={code.slice(0, mostShown)} language={language} />
      {code.length > mostShown && '...'}
    </code>
  );
}
