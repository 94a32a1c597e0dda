import { useSnapshot } from 'valtio';
import { OptionList } from './OptionList';
import { listOf, type OptionProps } from './useOption';

/** Which domains an address may have: all but some, or only some. The server takes one list of the two. */
export function DomainOptions(props: OptionProps) {
  const { options } = useSnapshot(props.field);
  const hasExcept = listOf(options['exceptDomains']).length > 0;
  const hasOnly = listOf(options['onlyDomains']).length > 0;
  // With both, as a draft may hold them, either can be emptied.
  const isExceptOff = hasOnly && !hasExcept;
  const isOnlyOff = hasExcept && !hasOnly;
  return (
    <>
      <OptionList
        {...props}
        name="exceptDomains"
        label="Except domains"
        placeholder={isExceptOff ? undefined : 'eg. example.com, mail.example.org'}
        help={
          isExceptOff ? 'Empty "Only domains" to set it.' : 'Comma separated domains that are not allowed.'
        }
        isDisabled={isExceptOff}
      />
      <OptionList
        {...props}
        name="onlyDomains"
        label="Only domains"
        placeholder={isOnlyOff ? undefined : 'eg. example.com, mail.example.org'}
        help={
          isOnlyOff ? 'Empty "Except domains" to set it.' : 'Comma separated domains; no others are allowed.'
        }
        isDisabled={isOnlyOff}
      />
    </>
  );
}
