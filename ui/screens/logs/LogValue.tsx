import { Button } from '../../components/basics/Button';
import { CodeBlock } from '../../components/basics/CodeBlock';
import { CopyButton } from '../../components/basics/CopyButton';
import { LevelBadge } from './LevelBadge';
import css from './LogValue.module.css';
import type { LogRow } from './logRows';

interface Props {
  row: LogRow;
  onShowAround: () => void;
}

/** One value of a log: text, whatever stands in it. */
export function LogValue({ row: { key, value, kind, text, tooltip }, onShowAround }: Props) {
  switch (kind) {
    case 'id':
      return (
        <code translate="no">
          {text}
          <CopyButton text={text} size="tiny" />
        </code>
      );
    case 'level':
      return <LevelBadge level={Number(value)} text={text} />;
    case 'json':
      return <CodeBlock code={text} language="json" label={key} />;
    case 'date':
      return (
        <>
          <span data-tooltip={tooltip}>{text}</span>{' '}
          <Button kind="link" onClick={onShowAround}>
            Show around this
          </Button>
        </>
      );
    case 'mono':
      return (
        <code translate="no" className={css.text}>
          {text}
        </code>
      );
    default:
      return <span className={css[kind]}>{text}</span>;
  }
}
