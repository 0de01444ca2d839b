import { useFocusInputField } from '@strapi/strapi/admin';
import { Box, Field, TextInput, useComposedRefs } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import * as React from 'react';

import { TAG_UID } from '../../../../src/constants';
import { MAXIMUM_SLUG } from '../../../../src/content/slug';
import { SLUG_PATTERN } from '../../../../src/feed/addresses';
import type { FieldProps } from '../../shared/edit-view-props';
import { addressedType } from '../../shared/own-fields';
import { useOriginal } from '../../shared/use-original';
import { type Translate, useTranslation } from '../../shared/use-translation';
import { SlugDetails } from './details';
import { useCopy } from './use-copy';
import { useSlug } from './use-slug';

interface SlugFieldProps extends FieldProps {
  attribute: { targetField?: string; pluginOptions?: object };
}

/** What is wrong with what was typed, in our words; Strapi would show its regular expression. */
const findError = (slug: string, suggestion: string, t: Translate): string | undefined => {
  if (slug === '') return undefined;
  if (slug.length > MAXIMUM_SLUG) return t('slug.long', { maximum: MAXIMUM_SLUG });
  return SLUG_PATTERN.test(slug)
    ? undefined
    : t('slug.invalid', { example: suggestion || 'how-i-test' });
};

/** The slug of an article or a tag, with the whole address it makes. */
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
  const { slug, error, isUntouched, change, preview } = useSlug({
    contentType,
    name,
    headingName,
    isCopy: original !== undefined,
    isDisabled: disabled,
  });
  const input = React.useRef<HTMLInputElement>(null);
  const ref = useComposedRefs(input, useFocusInputField<HTMLInputElement>(name));
  // Whoever empties the field is about to type: the slug made for them waits until they leave it.
  const [isEmptied, setIsEmptied] = React.useState(false);

  const isMade = isUntouched && !isEmptied && preview !== undefined && preview.origin !== 'editor';
  const shown = isMade ? preview.slug : slug;
  const isCurrent = preview !== undefined && preview.slug === shown;
  const taken = t(isTag ? 'slug.taken.tag' : 'slug.taken.article');
  const problem =
    findError(shown, preview?.suggestion ?? '', t) ??
    (isCurrent && !preview.isFree ? taken : undefined) ??
    // Strapi's own, of what our checks let pass.
    error;
  const regenerate = (): void => {
    change(preview?.suggestion ?? '');
    // The button goes, having done its work.
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
