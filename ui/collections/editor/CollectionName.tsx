import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { collectionIcons } from '../../kit/basics/collectionIcons';
import { Icon } from '../../kit/basics/Icon';
import { Field } from '../../kit/form/Field';
import { Dropdown, DropdownItem } from '../../kit/overlay/Dropdown';
import { type CollectionType, collectionTypes } from '../../model/collection';
import { messageAt } from '../../model/fieldErrors';
import css from './CollectionName.module.css';
import type { CollectionEditor } from './collectionEditor';
import { SlugInput } from './SlugInput';

interface Props {
  editor: CollectionEditor;
  onSubmit: () => void;
}

const typeNames: Readonly<Record<CollectionType, string>> = { base: 'Base', view: 'View', auth: 'Auth' };

export function CollectionName({ editor, onSubmit }: Props) {
  const { isNew, errors, changed } = useSnapshot(editor.state);
  const stored = useSnapshot(editor.state).stored;
  const { name, type } = useSnapshot(editor.state.form, { sync: true });
  const isSystem = stored?.system === true;
  const input = useRef<HTMLInputElement>(null);
  const wasNew = useRef(isNew);

  // A copy needs another name. The menu item that had the focus is no longer there.
  useEffect(() => {
    if (isNew && !wasNew.current) input.current?.focus();
    wasNew.current = isNew;
  }, [isNew]);

  return (
    <div className={css.root}>
      <Field
        label="Name"
        isRequired
        isChanged={changed['name'] === true}
        error={messageAt(errors, 'name')}
        hint={isSystem ? 'System collection' : undefined}
      >
        {(control) => (
          <SlugInput
            {...control}
            ref={input}
            autoFocus
            disabled={isSystem}
            placeholder={type === 'auth' ? 'eg. "users"' : 'eg. "posts"'}
            value={name}
            onChange={(text) => editor.edit('name', ({ rename }) => rename(text))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              onSubmit();
            }}
            end={isNew ? <TypePicker editor={editor} type={type} /> : <TypeMark type={type} />}
          />
        )}
      </Field>
    </div>
  );
}

function TypeMark({ type }: { type: CollectionType }) {
  return (
    <span className={css.type}>
      <Icon of={collectionIcons[type]} size="small" />
      <span className="visuallyHidden">Type: </span>
      {typeNames[type]}
    </span>
  );
}

function TypePicker({ editor, type }: { editor: CollectionEditor; type: CollectionType }) {
  return (
    <Dropdown
      label="Type"
      placement="bottom-end"
      trigger={(props) => (
        <Button {...props} kind="quiet" size="small" icon={collectionIcons[type]} iconAtEnd={ChevronDown}>
          <span className="visuallyHidden">Type: </span>
          {typeNames[type]}
        </Button>
      )}
    >
      {collectionTypes.map((one) => (
        <DropdownItem
          key={one}
          icon={collectionIcons[one]}
          isChecked={one === type}
          onSelect={() => editor.edit(['schema', 'indexes', 'options'], ({ setType }) => setType(one))}
        >
          {typeNames[one]}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
