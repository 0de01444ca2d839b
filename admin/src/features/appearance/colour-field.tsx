import { Box, Button, Flex, TextInput, Typography } from '@strapi/design-system';

import {
  accentOn,
  type Accents,
  chosenAccent,
  contrastOn,
  isColour,
  isReadable,
  READABLE_CONTRAST,
  type Shade,
  STANDARD_ACCENTS,
} from '../../../../src/pages/colours';
import { WithIcon } from '../../shared/blocks';
import { useTranslation } from '../../shared/use-translation';
import { AppearanceField, type FieldProps } from './fields';

/** Rounds a contrast down, so that it never looks better than it is. */
const toRatio = (contrast: number): number => Math.floor(contrast * 10) / 10;

interface ContrastProps {
  /** Both colours as they stand in the form. */
  accents: Accents;
  shade: Shade;
  isFixed: boolean;
  onChange: (colour: string) => void;
}

/** Says how readable links are in the chosen colour, and offers the nearest readable colour. */
const Contrast = ({ accents, shade, isFixed, onChange }: ContrastProps) => {
  const t = useTranslation();
  const chosen = chosenAccent(accents, shade);
  if (!isColour(chosen)) return null;
  const own = shade === 'light' ? accents.accent : accents.accentDark;
  const readable = accentOn(accents, shade);
  const isShown = own === '' || isReadable(chosen, shade);
  const text = t(isShown ? 'appearance.contrast.good' : 'appearance.contrast.poor', {
    ratio: toRatio(contrastOn(isShown ? readable : chosen, shade)),
    least: READABLE_CONTRAST,
    colour: readable,
  });
  return (
    <Flex gap={2} wrap="wrap" data-testid={`contrast-${shade}`}>
      <WithIcon
        icon={
          <Box
            width="1.6rem"
            height="1.6rem"
            hasRadius
            borderColor="neutral300"
            style={{ background: readable }}
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

interface ColourFieldProps extends FieldProps<'accent' | 'accentDark'> {
  shade: Shade;
  accents: Accents;
}

/** A colour field: typed or picked, with its contrast. */
export const ColourField = ({ shade, accents, ...field }: ColourFieldProps) => {
  const t = useTranslation();
  const { name, value, isFixed, onChange } = field;
  const chosen = chosenAccent(accents, shade);
  const shown = isColour(chosen) ? accentOn(accents, shade) : STANDARD_ACCENTS[shade];
  return (
    <AppearanceField {...field} hint={t(`appearance.${name}.hint`)}>
      <Flex gap={2} alignItems="stretch">
        <input
          type="color"
          aria-label={t('appearance.pick')}
          value={isColour(value) ? value : shown}
          disabled={isFixed}
          onChange={(event) => onChange(event.target.value)}
          style={{ width: '4.8rem', height: 'auto', padding: '.4rem', cursor: 'pointer' }}
        />
        <Box flex="1">
          <TextInput
            value={value}
            disabled={isFixed}
            placeholder={shown}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value.trim())}
          />
        </Box>
      </Flex>
      <Contrast accents={accents} shade={shade} isFixed={isFixed} onChange={onChange} />
    </AppearanceField>
  );
};
