import { InputRenderer, useDebounce, useForm } from '@strapi/strapi/admin';
import { Information } from '@strapi/icons';

import { TAG_UID } from '../../../../src/lib/constants';
import type { TagNamesake } from '../../../../src/panel/admin-api';
import { Line, TextLink } from '../../shared/blocks';
import { type FieldProps, textOf, useEntryLocale, useSavedId } from '../../shared/edit-view';
import { editTag } from '../../shared/entry-addresses';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

/** Milliseconds without a key stroke before namesakes are requested. */
const PAUSE = 400;

/** Maximum length of a tag's name, as in its schema. */
const MAXIMUM_NAME = 255;

/** Another tag with the name in the form, if known. A failed request never prevents a save. */
const useNamesake = (field: string, isDisabled: boolean): TagNamesake | undefined => {
  const own = useSavedId(TAG_UID);
  const locale = useEntryLocale() ?? '';
  const name = useForm('SyndicationTagName', ({ values }) => textOf(values, field));
  const typed = name.trim();
  const requestedName = useDebounce(typed, PAUSE);
  const isAsked = !isDisabled && requestedName !== '' && requestedName.length <= MAXIMUM_NAME;
  const query = new URLSearchParams({ name: requestedName, own, locale });
  const { data } = useAnswer<TagNamesake | null>(
    isAsked ? `tags/namesake?${query.toString()}` : undefined,
  );
  // An answer about an earlier name is not shown.
  return requestedName === typed ? (data ?? undefined) : undefined;
};

/** Names the tag that has the same name. */
const Namesake = ({ documentId, name, slug }: TagNamesake) => {
  const t = useTranslation();
  return (
    <span data-testid="syndication-namesake">
      <Line Icon={Information} colour="primary">
        {t('tag.namesake', { name, slug })}{' '}
        <TextLink to={editTag(documentId)}>{t('tag.namesake.open')}</TextLink>
      </Line>
    </span>
  );
};

/** The name field of a tag, with a notice about a tag of the same name. */
export const TagNameField = ({ name, label, hint, disabled, ...field }: FieldProps) => {
  const namesake = useNamesake(name, disabled === true);
  return (
    <InputRenderer
      {...field}
      name={name}
      type="string"
      label={label as string}
      disabled={disabled}
      hint={
        <>
          <span aria-live="polite">{namesake ? <Namesake {...namesake} /> : null}</span>
          {hint}
        </>
      }
    />
  );
};
