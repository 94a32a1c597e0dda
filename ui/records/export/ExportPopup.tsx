import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Download from 'lucide-react/icons/download';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printCount } from '../../base/text';
import { announce } from '../../kit/basics/announce';
import { Button } from '../../kit/basics/Button';
import { useProgress } from '../../kit/basics/useProgress';
import { Field } from '../../kit/form/Field';
import { Radio } from '../../kit/form/RadioGroup';
import { Segments } from '../../kit/form/Segments';
import { Select, type SelectOption } from '../../kit/form/Select';
import { Toggle } from '../../kit/form/Toggle';
import { BannerBar, Note } from '../../kit/layout/Note';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import { hasProtectedFile } from '../../model/file';
import { orderOf } from '../../model/sort';
import type { Panels } from '../../page/panels';
import { usePanel } from '../../page/usePanel';
import { type CsvSeparator, csvSeparators } from '../tables/csv';
import css from './ExportPopup.module.css';
import type { ExportChoices } from './exportChoices';
import { countText, createRecordExport, type RecordExport } from './exportRun';
import type { ExportScope, ExportSource } from './exportSource';
import { exportFormats, formatNames } from './exportText';

interface Props {
  id: number;
  takes: Panels['recordExport']['takes'];
}

/** In milliseconds. A stop earlier than this is the second click of a double click, or a held key. */
const unwantedMs = 500;

/**
 * Saves the records of a table as a file. Closing it during the run stops it; closing it again drops what was read.
 */
export function ExportPopup({ id, takes: { source } }: Props) {
  const { collection } = source;
  const [run] = useState(() => createRecordExport(source));
  const panel = usePanel(id);
  const primary = useRef<HTMLButtonElement>(null);
  const startedAt = useRef(0);
  const { choices, totals, status, done, total: runTotal, fault, isInIdOrder } = useSnapshot(run.state);
  const total = totals[choices.scope];
  const isRunning = status === 'running';
  const isChoosing = status === 'choosing';

  const extent = runTotal === null ? printCount(done) : `${printCount(done)} of ${printCount(runTotal)}`;
  const progress = `Read ${extent}...`;
  const stopped = fault ?? `Stopped at ${extent}.`;
  useProgress(progress, isRunning);

  useEffect(() => {
    void run.open();
    return run.close;
  }, [run]);

  useEffect(() => {
    if (status === 'stopped') announce(stopped);
  }, [status, stopped]);

  async function handleRun(act: () => Promise<boolean>) {
    // Disabled controls lose the focus.
    primary.current?.focus();
    if (await act()) panel.finish();
  }

  function handlePrimary() {
    if (!isRunning) {
      startedAt.current = Date.now();
      void handleRun(isChoosing ? run.start : run.goOn);
      // Ignores the second click of a double click, and a held key.
    } else if (Date.now() - startedAt.current > unwantedMs) run.stop();
  }

  function handleSave() {
    run.saveRead();
    panel.finish();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    primary.current?.click();
  }

  function mayClose() {
    if (isRunning) run.stop();
    return !isRunning;
  }

  return (
    <Popup
      {...panel.overlay}
      size="wide"
      title={
        <>
          Export records of <b translate="no">{collection.name}</b>
        </>
      }
      canClose={mayClose}
      closesOnBackdrop={isChoosing}
      bar={status === 'stopped' && <BannerBar kind={fault ? 'danger' : 'warning'}>{stopped}</BannerBar>}
      footerStart={
        isRunning ? (
          <span>{progress}</span>
        ) : (
          <div className={`onlyWide ellipsis ${css.count}`}>
            <code translate="no">{run.fileName(choices)}</code>
          </div>
        )
      }
      footer={
        <>
          {!isRunning && <CloseButton>{isChoosing ? 'Cancel' : 'Close'}</CloseButton>}
          {status === 'stopped' && done > 0 && <Button onClick={handleSave}>Save what was read</Button>}
          {/* One button for all steps, so that a keyboard user keeps the focus. */}
          {(!isChoosing || total !== 0) && (
            <Button
              key="primary"
              ref={primary}
              kind={isRunning ? 'secondary' : 'primary'}
              icon={isChoosing ? Download : undefined}
              onClick={handlePrimary}
            >
              {isChoosing ? `Export ${countText(total)}` : isRunning ? 'Stop' : 'Continue'}
            </Button>
          )}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key for all controls inside */}
      <div className="fields" onKeyDown={handleKey}>
        <fieldset className="fields" disabled={!isChoosing}>
          <legend className="visuallyHidden">What to export</legend>
          <Choices run={run} source={source} />
        </fieldset>
        {(isChoosing ? run.isTooLongToSort(total) : isInIdOrder) && (
          <Note kind="info" role="status">
            {run.sort ? (
              <>
                More than 10,000 records cannot be sorted by <span translate="no">{run.sort.field}</span>.
              </>
            ) : (
              'More than 10,000 records of a view have no order of their own.'
            )}{' '}
            The file is in the order of ids.
          </Note>
        )}
        {total === 0 ? <p role="status">There is nothing to export.</p> : <FirstLines run={run} />}
      </div>
    </Popup>
  );
}

const formats = formatNames.map((value) => ({ value, label: exportFormats[value].label, count: null }));

function Choices({ run, source }: { run: RecordExport; source: ExportSource }) {
  const { collection, isFiltered } = source;
  const { choices, totals } = useSnapshot(run.state);
  const { scope, format, columns, filesAs } = choices;
  const { shownColumns, allColumns } = run;
  const { isTable } = exportFormats[format];

  const choiceOf = (value: ExportScope, label: string, hint?: ReactNode) => {
    const total = totals[value];
    return (
      <Radio name="scope" checked={scope === value} onChange={() => run.choose({ scope: value })}>
        <span>{label}</span>
        <span className={`ellipsis ${css.end}`}>{hint}</span>
        <span className={css.count}>{total !== null && printCount(total)}</span>
      </Radio>
    );
  };

  const hasSelected = totals.selected !== 0;
  // Without a filter, the list is all records.
  const hasAll = !run.hasList || isFiltered || scope === 'all';
  const hasQuestion = hasSelected || (run.hasList && hasAll);
  return (
    <>
      {hasQuestion && (
        <Field label="Records">
          {({ id }) => (
            <div id={id} role="radiogroup" aria-labelledby={`${id}-label`} className={css.records}>
              {run.hasList && choiceOf('list', 'As listed', <ListHint run={run} />)}
              {hasSelected && choiceOf('selected', 'Selected records')}
              {hasAll && choiceOf('all', 'All records')}
            </div>
          )}
        </Field>
      )}
      <div className="twoColumns">
        <Field label="Format">
          {({ id }) => (
            <Segments
              id={id}
              label="Format"
              segments={formats}
              value={format}
              onChange={(value) => run.choose({ format: value })}
            />
          )}
        </Field>
        <Choice
          label="Columns"
          options={[
            { value: 'shown', label: `As shown (${shownColumns.length} of ${allColumns.length})` },
            { value: 'all', label: 'All fields' },
          ]}
          value={columns}
          onChange={(value) => run.choose({ columns: value as ExportChoices['columns'] })}
        />
        {run.hasLinks && allColumns.some(({ hasFiles }) => hasFiles) && (
          <Choice
            label="Files as"
            help={
              filesAs === 'links' && hasProtectedFile(collection)
                ? 'Links to protected files do not open without a file token.'
                : undefined
            }
            options={[
              { value: 'names', label: 'Names' },
              { value: 'links', label: 'Links' },
            ]}
            value={filesAs}
            onChange={(value) => run.choose({ filesAs: value as ExportChoices['filesAs'] })}
          />
        )}
      </div>
      {isTable && <CsvOptions run={run} />}
    </>
  );
}

interface ChoiceProps {
  label: string;
  help?: string | undefined;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
}

function Choice({ label, help, ...select }: ChoiceProps) {
  return (
    <Field label={label} help={help}>
      {(control) => <Select {...control} {...select} isRequired />}
    </Field>
  );
}

function ListHint({ run: { search, sort } }: { run: RecordExport }) {
  return (
    <span className="onlyWide">
      {search && <code translate="no">{search}</code>}
      {search && sort && ', '}
      {sort && sort.field !== 'created' && (
        <>
          by <span translate="no">{sort.field}</span>,{' '}
        </>
      )}
      {sort && orderOf(sort)}
    </span>
  );
}

function CsvOptions({ run }: { run: RecordExport }) {
  const { separator, hasByteOrderMark, isGuarded } = useSnapshot(run.state).choices;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="fields">
      <Button
        className={css.options}
        kind="quiet"
        size="small"
        icon={isOpen ? ChevronUp : ChevronDown}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        CSV options
      </Button>
      {isOpen && (
        <>
          <Choice
            label="Separator"
            options={csvSeparators}
            value={separator}
            onChange={(value) => run.choose({ separator: value as CsvSeparator })}
          />
          <Toggle
            isOn={hasByteOrderMark}
            onChange={(isOn) => run.choose({ hasByteOrderMark: isOn })}
            label="Byte order mark, so that Excel reads UTF-8"
          />
          <div>
            <Toggle
              isOn={isGuarded}
              onChange={(isOn) => run.choose({ isGuarded: isOn })}
              label="Guard against formulas"
              aria-describedby="guard-help"
            />
            <p id="guard-help" className={css.help}>
              Puts ' before texts that begin with = + - @, so that no spreadsheet runs them.
            </p>
          </div>
        </>
      )}
    </div>
  );
}

/** The first lines of the file. */
function FirstLines({ run }: { run: RecordExport }) {
  const { choices, sample, sampleFault } = useSnapshot(run.state);
  return (
    <Field label="First lines">
      {({ id }) => (
        // biome-ignore lint/a11y/useSemanticElements: no group of inputs
        <pre
          id={id}
          translate="no"
          className={css.lines}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
          tabIndex={0}
          role="group"
          aria-labelledby={`${id}-label`}
        >
          {sampleFault ?? (sample && run.firstLines(choices))}
        </pre>
      )}
    </Field>
  );
}
