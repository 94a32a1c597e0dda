import Check from 'lucide-react/icons/check';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useSnapshot } from 'valtio';
import { FileSize } from '../../../components/basics/FileSize';
import { Icon } from '../../../components/basics/Icon';
import { joinClasses } from '../../../components/basics/joinClasses';
import { countOf } from '../../../platform/text';
import css from './RecordImportPage.module.css';
import type { ImportStep, RecordImportForm } from './recordImportForm';

const steps: readonly (readonly [ImportStep, string])[] = [
  ['file', 'File'],
  ['columns', 'Columns'],
  ['check', 'Check'],
  ['import', 'Import'],
];

/** Shows how far the import has come, and its file. */
export function ImportSteps({ form, current }: { form: RecordImportForm; current: ImportStep }) {
  const { file, table } = useSnapshot(form.state);
  const place = steps.findIndex(([step]) => step === current);
  return (
    <div className={css.steps}>
      <ol aria-label="Steps">
        {steps.map(([step, label], at) => (
          <li
            key={step}
            className={joinClasses(css.step, at === place && css.isCurrent, at < place && css.isDone)}
            aria-current={at === place ? 'step' : undefined}
          >
            <b aria-hidden>{at < place ? <Icon of={Check} size="small" /> : at + 1}</b>
            <span>{label}</span>
          </li>
        ))}
      </ol>
      {file && table && (
        <span className={`onlyWide ${css.file}`}>
          <Icon of={FileSpreadsheet} size="small" />
          <code className="ellipsis" translate="no">
            {file.name}
          </code>
          <span>{countOf(table.rows.length, 'row')}</span>
          <FileSize bytes={file.size} />
        </span>
      )}
    </div>
  );
}
