import CircleAlert from 'lucide-react/icons/circle-alert';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import Plus from 'lucide-react/icons/plus';
import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../kit/basics/Button';
import { Icon } from '../../../kit/basics/Icon';
import { joinClasses } from '../../../kit/basics/joinClasses';
import { ChangedMark } from '../../../kit/form/ChangedMark';
import { messageAt } from '../../../model/fieldErrors';
import { randomIndexName } from '../../../model/names';
import { newIndexStatement, parseIndex, withColumnToggled } from '../../../model/sql/indexStatement';
import type { CollectionEditor } from '../collectionEditor';
import css from './IndexList.module.css';
import { IndexPopup } from './IndexPopup';

interface Edited {
  /** The position of the index; null for a new one. */
  at: number | null;
  statement: string;
}

interface Props {
  editor: CollectionEditor;
  indexed?: string | undefined;
}

export function IndexList({ editor, indexed }: Props) {
  const { name, indexes } = useSnapshot(editor.state.form);
  const { errors, changed } = useSnapshot(editor.state);
  const [edited, setEdited] = useState<Edited | null>(() =>
    indexed === undefined ? null : { at: null, statement: withColumnToggled(newStatement(name), indexed) },
  );
  const titleId = useId();
  const wholeError = messageAt(errors, 'indexes');

  return (
    <section aria-labelledby={titleId}>
      <div className={css.head}>
        <h3 className={css.title} id={titleId}>
          Unique constraints and indexes <span className="dimmed">({indexes.length})</span>
        </h3>
        <Button
          size="small"
          icon={Plus}
          onClick={() => setEdited({ at: null, statement: newStatement(name) })}
        >
          New index
        </Button>
      </div>
      {wholeError && (
        <p className={css.error} role="alert">
          {wholeError}
        </p>
      )}
      <ul className="chips">
        {indexes.map((statement, at) => {
          const index = parseIndex(statement);
          const error = messageAt(errors, `indexes.${at}`);
          const columns = index?.columns.map((column) => column.name).join(', ');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two statements may be alike
            <li key={at}>
              <button
                type="button"
                className={joinClasses(css.index, error && css.hasError)}
                data-tooltip={error ?? statement}
                translate="no"
                aria-invalid={error ? true : undefined}
                aria-describedby={changed[`indexes.${at}`] === true ? `${titleId}-${at}-changed` : undefined}
                onClick={() => setEdited({ at, statement })}
              >
                {error ? (
                  <Icon of={CircleAlert} size={12} />
                ) : (
                  index?.isUnique && <Icon of={Fingerprint} size={12} />
                )}
                {index?.isUnique && <span className={css.unique}>Unique:</span>}
                {columns || statement}
                {error && <span className="visuallyHidden"> ({error})</span>}
                {changed[`indexes.${at}`] === true && <ChangedMark id={`${titleId}-${at}-changed`} />}
              </button>
            </li>
          );
        })}
      </ul>
      {edited && <IndexPopup editor={editor} {...edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

const newStatement = (table: string) => newIndexStatement(table, randomIndexName());
