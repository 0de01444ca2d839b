import { InputRenderer, useDebounce, useForm } from '@strapi/strapi/admin';
import { Information } from '@strapi/icons';

import { TAG_UID } from '../../../../src/lib/constants';
import type { TagNamesake } from '../../../../src/panel/admin-api';
import { Line, TextLink } from '../../shared/blocks';
import { type FieldProps, textOf, useEntryLocale, useOriginal } from '../../shared/edit-view';
import { editTag } from '../../shared/entry-addresses';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

/** Milliseconds without a key stroke before other tags are asked for. */
const PAUSE = 400;

/** What a tag may be called, as its schema has it. */
const LONGEST = 255;

/** Another tag that has the name in the form; undefined while none is known. Whatever fails, a tag can be saved. */
const useNamesake = (field: string, isDisabled: boolean): TagNamesake | undefined => {
  const isCopy = useOriginal(TAG_UID) !== undefined;
  const locale = useEntryLocale() ?? '';
  const name = useForm('SyndicationTagName', ({ values }) => textOf(values, field));
  const saved = useForm('SyndicationTagName', ({ initialValues }) =>
    textOf(initialValues, 'documentId'),
  );
  const own = isCopy ? '' : saved;
  const typed = name.trim();
  const asked = useDebounce(typed, PAUSE);
  const isAsked = !isDisabled && asked !== '' && asked.length <= LONGEST;
  const query = new URLSearchParams({ name: asked, own, locale });
  const { data } = useAnswer<TagNamesake | null>(
    isAsked ? `tags/namesake?${query.toString()}` : undefined,
  );
  // What was said of another name is not said of this one.
  return asked === typed ? (data ?? undefined) : undefined;
};

/** Says which tag has the name already. */
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

/** The name of a tag, which says that another one is called so. */
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
