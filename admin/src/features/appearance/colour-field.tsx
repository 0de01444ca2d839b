import { Box, Button, Flex, TextInput, Typography } from '@strapi/design-system';

import {
  contrastOn,
  isColour,
  isReadable,
  READABLE_CONTRAST,
  type Shade,
  STANDARD_ACCENTS,
  toReadable,
} from '../../../../src/pages/appearance';
import { WithIcon } from '../../shared/blocks';
import { useTranslation } from '../../shared/use-translation';
import { AppearanceField, type FieldProps } from './fields';

/** Rounds a contrast down, so that it never looks better than it is. */
const toRatio = (contrast: number): number => Math.floor(contrast * 10) / 10;

interface ContrastProps {
  chosen: string;
  shade: Shade;
  isFixed: boolean;
  onChange: (colour: string) => void;
}

/** Says how readable links are in the chosen colour, and offers the nearest readable colour. */
const Contrast = ({ chosen, shade, isFixed, onChange }: ContrastProps) => {
  const t = useTranslation();
  const readable = toReadable(chosen, shade);
  const isShown = isReadable(chosen, shade);
  const text = t(isShown ? 'appearance.contrast.good' : 'appearance.contrast.poor', {
    ratio: toRatio(contrastOn(chosen, shade)),
    least: READABLE_CONTRAST,
    colour: readable,
  });
  return (
    <Flex gap={2} wrap="wrap" data-testid="contrast">
      <WithIcon
        icon={
          <Box
            width="1.6rem"
            height="1.6rem"
            hasRadius
            borderColor="neutral300"
            style={{ background: readable, forcedColorAdjust: 'none' }}
          />
        }
      >
        <Typography variant="pi" textColor="neutral800">
          {text}
        </Typography>
      </WithIcon>
      {isShown || isFixed ? null : (
        <Button type="button" variant="tertiary" size="S" onClick={() => onChange(readable)}>
          {t('appearance.contrast.use', { colour: readable })}
        </Button>
      )}
    </Flex>
  );
};

/** A colour field: typed or picked, with its contrast. */
export const ColourField = ({ shade, ...field }: FieldProps<'accent'> & { shade: Shade }) => {
  const t = useTranslation();
  const { value, isFixed, onChange } = field;
  const chosen = value || STANDARD_ACCENTS[shade];
  return (
    <AppearanceField {...field} hint={t('appearance.accent.hint')}>
      <Flex gap={2} alignItems="stretch">
        <input
          type="color"
          aria-label={t('appearance.pick')}
          value={isColour(chosen) ? chosen : STANDARD_ACCENTS[shade]}
          disabled={isFixed}
          onChange={(event) => onChange(event.target.value)}
          // Without a frame of its own, which browsers draw white in the dark.
          style={{
            ...{ width: '4.8rem', height: 'auto', padding: 0, cursor: 'pointer' },
            ...{ background: 'none', border: 'none' },
          }}
        />
        <Box flex="1">
          <TextInput
            value={value}
            disabled={isFixed}
            placeholder={STANDARD_ACCENTS[shade]}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value.trim())}
          />
        </Box>
      </Flex>
      {isColour(chosen) && (
        <Contrast chosen={chosen} shade={shade} isFixed={isFixed} onChange={onChange} />
      )}
    </AppearanceField>
  );
};
