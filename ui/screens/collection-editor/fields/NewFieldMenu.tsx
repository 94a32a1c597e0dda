import Plus from 'lucide-react/icons/plus';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../components/basics/Icon';
import { type FieldType, fieldTypes } from '../../../model/field';
import { FieldTile } from './FieldTile';
import css from './NewFieldMenu.module.css';

const fieldTypeNames: Readonly<Record<FieldType, string>> = {
  text: 'Plain text',
  editor: 'Rich editor',
  number: 'Number',
  bool: 'Bool',
  email: 'Email',
  url: 'URL',
  date: 'DateTime',
  select: 'Select',
  json: 'JSON',
  file: 'File',
  relation: 'Relation',
};

/** A button that shows the types of field and adds the chosen one. */
export function NewFieldMenu({ onChoose }: { onChoose: (type: FieldType) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const gridId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    grid.current?.scrollIntoView({ block: 'nearest' });
    grid.current?.querySelector('button')?.focus();
  }, [isOpen]);

  return (
    <div className={css.root}>
      <button
        ref={button}
        type="button"
        className={css.add}
        aria-expanded={isOpen}
        aria-controls={isOpen ? gridId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon of={Plus} /> New field
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid of buttons
        <div
          ref={grid}
          id={gridId}
          className={css.grid}
          role="group"
          aria-label="Type of the new field"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            setIsOpen(false);
            button.current?.focus();
          }}
        >
          {fieldTypes.map((type) => (
            <button
              key={type}
              type="button"
              className={css.type}
              onClick={() => {
                setIsOpen(false);
                onChoose(type);
              }}
            >
              <FieldTile type={type} />
              {fieldTypeNames[type]}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
