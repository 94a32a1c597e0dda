import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import type { Ref } from 'react';
import { IconButton } from '../../../components/basics/IconButton';
import { TextInput } from '../../../components/form/TextInput';
import css from './ProvidersPage.module.css';

interface Props {
  ref: Ref<HTMLElement>;
  value: string;
  onChange: (text: string) => void;
  onClear: () => void;
}

/** Narrows the cards as it is typed; Escape shows all again. */
export function ProviderSearch({ ref, value, onChange, onClear }: Props) {
  return (
    <search ref={ref} className={css.search}>
      <TextInput
        icon={Search}
        aria-label="Search providers"
        placeholder="Search providers..."
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.stopPropagation();
          onClear();
        }}
        end={value !== '' && <IconButton icon={X} size="small" label="Clear search" onClick={onClear} />}
      />
    </search>
  );
}
