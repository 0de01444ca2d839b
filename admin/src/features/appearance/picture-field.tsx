import { useStrapiApp } from '@strapi/strapi/admin';
import { Box, Flex, IconButton, TextInput } from '@strapi/design-system';
import { Images } from '@strapi/icons';
import * as React from 'react';

import type { Logo } from '../../../../src/pages/appearance';
import { useTranslation } from '../../shared/use-translation';
import { AppearanceField, type FieldProps } from './fields';

/** A file as the dialog of the media library returns it. */
interface File {
  url: string;
  width?: number | null;
  height?: number | null;
}

interface DialogProps {
  allowedTypes: string[];
  multiple: boolean;
  onClose: () => void;
  onSelectAssets: (files: File[]) => void;
}

/** The address of a file of the media library; without the host if the file is on this host. */
const toAddress = (url: string): string => {
  const { backendURL = '' } = window.strapi as { backendURL?: string };
  const { origin } = new URL(backendURL, window.location.href);
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
};

const toLogo = ({ url, width, height }: File): Logo => ({
  src: toAddress(url),
  ...(width ? { width } : {}),
  ...(height ? { height } : {}),
});

interface PictureFieldProps extends Omit<
  FieldProps<'logo' | 'logoDark' | 'favicon'>,
  'value' | 'onChange'
> {
  address: string;
  onType: (address: string) => void;
  onChoose: (picture: Logo) => void;
}

/** The address of a picture: typed, or chosen from the media library. */
const PictureField = ({ address, onType, onChoose, ...field }: PictureFieldProps) => {
  const { name, isFixed } = field;
  const t = useTranslation();
  const [isOpen, setIsOpen] = React.useState(false);
  const components = useStrapiApp('PictureField', (state) => state.components);
  const Dialog = components['media-library'] as React.ComponentType<DialogProps> | undefined;
  return (
    <AppearanceField {...field} hint={t(`appearance.${name}.hint`)}>
      <Flex gap={2} alignItems="stretch">
        <Box flex="1">
          <TextInput
            value={address}
            disabled={isFixed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onType(event.target.value.trim())}
          />
        </Box>
        {Dialog ? (
          <IconButton
            type="button"
            variant="tertiary"
            size="L"
            label={t('appearance.choose')}
            disabled={isFixed}
            onClick={() => setIsOpen(true)}
          >
            <Images />
          </IconButton>
        ) : null}
        {Dialog && isOpen ? (
          <Dialog
            allowedTypes={['images']}
            multiple={false}
            onClose={() => setIsOpen(false)}
            onSelectAssets={([file]) => {
              setIsOpen(false);
              if (file) onChoose(toLogo(file));
            }}
          />
        ) : null}
      </Flex>
    </AppearanceField>
  );
};

/** A logo. The size is known only for a file of the media library. */
export const LogoField = ({ value, onChange, ...field }: FieldProps<'logo' | 'logoDark'>) => (
  <PictureField
    {...field}
    address={value?.src ?? ''}
    onType={(src) => onChange(src === '' ? null : { src })}
    onChoose={onChange}
  />
);

export const FaviconField = ({ value, onChange, ...field }: FieldProps<'favicon'>) => (
  <PictureField
    {...field}
    address={value}
    onType={onChange}
    onChoose={({ src }) => onChange(src)}
  />
);
