import { useDebounce, useField, useFocusInputField, useForm } from '@strapi/strapi/admin';
import { Box, Field, Flex, TextInput, Typography, useComposedRefs } from '@strapi/design-system';
import { ArrowClockwise, CheckCircle, Information, WarningCircle } from '@strapi/icons';
import * as React from 'react';

import { TAG_UID } from '../../../../src/lib/constants';
import { copyTitle } from '../../../../src/own-types/copy-title';
import { isGenericSlug, MAXIMUM_SLUG, SLUG_PATTERN } from '../../../../src/lib/url-paths';
import type { SlugPreview } from '../../../../src/panel/admin-api';
import { WRAP_ANYWHERE, Line } from '../../shared/blocks';
import {
  addressedType,
  type FieldProps,
  textOf,
  useEntryLocale,
  useOriginal,
  useRefusal,
  useSavedId,
} from '../../shared/edit-view';
import { useAnswer } from '../../shared/use-request';
import { type Translate, type TranslationKey, useTranslation } from '../../shared/use-translation';

/**
 * Starts the form of a copy with a new title, and without the original's slug and date. The server does so
 * too; here the editor sees it.
 */
const useCopy = (original: string | undefined, headingName: string, name: string): void => {
  const onChange = useForm('SyndicationCopy', (form) => form.onChange);
  // Subscribe only in the form of a copy: any other would render again at each key stroke.
  const values: object | undefined = useForm('SyndicationCopy', (form) =>
    original === undefined ? undefined : form.values,
  );
  const started = React.useRef<string>();

  React.useEffect(() => {
    if (!original || !values || started.current === original) return;
    started.current = original;
    const heading = textOf(values, headingName);
    if (heading !== '') onChange(headingName, copyTitle(heading));
    onChange(name, '');
    if ('date' in values) onChange('date', undefined);
  }, [original, headingName, name, onChange, values]);
};

/** Milliseconds without a key stroke before the preview is requested. */
const PAUSE = 300;

/**
 * The server's live preview of the slug in the form.
 *
 * @param headingName name of the field with the entry's heading
 */
const useSlugPreview = (
  contentType: string,
  slug: string,
  headingName: string,
  isDisabled: boolean,
): SlugPreview | undefined => {
  const heading = useForm('SyndicationSlug', ({ values }) => textOf(values, headingName));
  const documentId = useSavedId(contentType);
  const isSubmitting = useForm('SyndicationSlug', (form) => form.isSubmitting);
  const locale = useEntryLocale();
  const body = useDebounce(
    JSON.stringify({
      contentType,
      heading,
      slug,
      locale: locale ?? null,
      documentId,
    }),
    PAUSE,
  );
  // Request again after a save or publication: readers may know the address by now.
  const isAsked = !isDisabled && !isSubmitting;
  return useAnswer<SlugPreview>(isAsked ? 'slugs' : undefined, { body }).latest;
};

/** Text that says where the slug comes from. */
const originText = ({ origin, isKnown }: SlugPreview, isTag: boolean): TranslationKey => {
  if (isKnown) return isTag ? 'slug.fixed.tag' : 'slug.fixed.article';
  if (origin === 'heading') return isTag ? 'slug.follows.tag' : 'slug.follows.article';
  return isTag ? 'slug.written.tag' : 'slug.written.article';
};

interface SlugDetailsProps {
  contentType: string;
  preview: SlugPreview;
}

/** The address of the slug, whether it is free, and whether it may still change. */
const SlugDetails = ({ contentType, preview }: SlugDetailsProps) => {
  const t = useTranslation();
  const isTag = contentType === TAG_UID;
  const { address, slug, isFormer, isKnown, former } = preview;
  const isOwn = isKnown && former === null;
  if (address === null) {
    return <>{t(isTag ? 'slug.noHeading.tag' : 'slug.noHeading.article')}</>;
  }
  return (
    <Flex tag="span" direction="column" alignItems="stretch" gap={1}>
      <Typography
        variant="pi"
        tag="span"
        textColor="neutral800"
        style={WRAP_ANYWHERE}
        data-testid="syndication-address"
      >
        {address}
      </Typography>
      {isFormer ? (
        <Line Icon={WarningCircle} colour="warning">
          {t(isTag ? 'slug.former.tag' : 'slug.former.article')}
        </Line>
      ) : null}
      {isFormer || isOwn ? null : (
        <Line Icon={CheckCircle} colour="success">
          {t('slug.free')}
        </Line>
      )}
      {isGenericSlug(slug) ? (
        <Line Icon={WarningCircle} colour="warning">
          {t('slug.generic')}
        </Line>
      ) : null}
      <Line Icon={Information} colour="neutral">
        {former === null ? t(originText(preview, isTag)) : t('slug.moves', { from: former })}
      </Line>
    </Flex>
  );
};

interface SlugFieldProps extends FieldProps {
  attribute: { targetField?: string; pluginOptions?: object };
}

/** The error of a typed slug, in the plugin's words: Strapi would show its regular expression. */
const findError = (slug: string, suggestion: string, t: Translate): string | undefined => {
  if (slug === '') return undefined;
  if (slug.length > MAXIMUM_SLUG) return t('slug.long', { maximum: MAXIMUM_SLUG });
  return SLUG_PATTERN.test(slug)
    ? undefined
    : t('slug.invalid', { example: suggestion || 'how-i-test' });
};

/** The slug field of an article or a tag, with the resulting address. */
export const SlugField = ({
  name,
  label,
  labelAction,
  hint,
  disabled = false,
  attribute,
}: SlugFieldProps) => {
  const t = useTranslation();
  const contentType = addressedType(attribute.pluginOptions) ?? '';
  const headingName = attribute.targetField ?? '';
  const isTag = contentType === TAG_UID;
  const original = useOriginal(contentType);
  useCopy(original, headingName, name);
  const field = useField<string | undefined>(name);
  const slug = field.value ?? '';
  const refusal = useRefusal(field.error, slug);
  // A copy is not saved yet, so it has no saved slug.
  const savedSlug = original === undefined ? (field.initialValue ?? '') : '';
  const preview = useSlugPreview(contentType, slug, headingName, disabled);
  const change = (value: string): void => field.onChange(name, value);
  const input = React.useRef<HTMLInputElement>(null);
  const ref = useComposedRefs(input, useFocusInputField<HTMLInputElement>(name));
  // An editor who empties the field is about to type: the automatic slug waits until they leave it.
  const [isEmptied, setIsEmptied] = React.useState(false);

  const isUntouched = slug === '' || slug === savedSlug;
  const isMade = isUntouched && !isEmptied && preview !== undefined && preview.origin !== 'editor';
  const shown = isMade ? preview.slug : slug;
  const isCurrent = preview !== undefined && preview.slug === shown;
  const taken = t(isTag ? 'slug.taken.tag' : 'slug.taken.article');
  const problem =
    findError(shown, preview?.suggestion ?? '', t) ??
    (isCurrent && !preview.isFree ? taken : undefined) ??
    // A refusal of Strapi's that the checks above do not cover.
    refusal;
  const regenerate = (): void => {
    change(preview?.suggestion ?? '');
    // The clicked button disappears: keep the focus.
    input.current?.focus();
  };

  return (
    <Field.Root
      name={name}
      data-testid="syndication-slug"
      error={problem}
      hint={
        <>
          {preview && !disabled ? (
            <SlugDetails contentType={contentType} preview={preview} />
          ) : null}
          {hint ? <Box tag="span">{hint}</Box> : null}
        </>
      }
    >
      <Field.Label action={labelAction}>{label}</Field.Label>
      <TextInput
        ref={ref}
        value={shown}
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
          setIsEmptied(event.target.value === '');
          change(event.target.value);
        }}
        onBlur={() => setIsEmptied(false)}
        endAction={
          disabled || !preview?.suggestion || preview.suggestion === shown ? undefined : (
            <Field.Action
              label={t(isTag ? 'slug.regenerate.tag' : 'slug.regenerate.article')}
              onClick={regenerate}
            >
              <ArrowClockwise aria-hidden fill="neutral600" />
            </Field.Action>
          )
        }
      />
      <Box aria-live="polite">
        <Field.Error />
      </Box>
      <Field.Hint />
    </Field.Root>
  );
};
