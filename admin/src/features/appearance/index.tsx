import { Box, Flex, IconButton, Tabs } from '@strapi/design-system';
import { Moon, Sun } from '@strapi/icons';
import * as React from 'react';

import type { AppearancePreview, AppearanceResponse } from '../../../../src/panel/admin-api';
import {
  type Appearance,
  APPEARANCE_NAMES,
  type AppearanceName,
  FONTS,
  THEMES,
  WIDTHS,
} from '../../../../src/pages/appearance';
import { TitledCard } from '../../shared/blocks';
import { EditorPage, useEditor } from '../../shared/editor';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { ColourField } from './colour-field';
import { ChoiceField, type FieldProps, FooterField, LinksField, ListingField } from './fields';
import { FaviconField, LogoField } from './picture-field';

const REFUSALS: Record<AppearanceName, TranslationKey> = {
  logo: 'appearance.invalid.picture',
  logoDark: 'appearance.invalid.picture',
  favicon: 'appearance.invalid.picture',
  accent: 'appearance.invalid.colour',
  font: 'appearance.invalid.choice',
  width: 'appearance.invalid.choice',
  theme: 'appearance.invalid.choice',
  headerLinks: 'appearance.invalid.links',
  footerLinks: 'appearance.invalid.links',
  footer: 'appearance.invalid.line',
  listing: 'appearance.invalid.choice',
};

type ShownTheme = 'light' | 'dark';

/** Scale of previewed pages: the layout of a wide screen in the space there is. */
const SCALE = 0.65;
const HEIGHT = 600;

/** A page in a frame in which no script runs and no link works. */
const Frame = ({ title, html }: { title: string; html: string }) => (
  <Box hasRadius borderColor="neutral200" overflow="hidden" height={`${HEIGHT}px`}>
    <iframe
      title={title}
      srcDoc={html}
      sandbox=""
      style={{
        border: 0,
        width: `${100 / SCALE}%`,
        height: `${HEIGHT / SCALE}px`,
        transform: `scale(${SCALE})`,
        transformOrigin: 'top left',
      }}
    />
  </Box>
);

interface PreviewProps {
  data: AppearancePreview;
  /** The theme that is shown; undefined if the site has only one. */
  theme?: ShownTheme;
  onTheme: (theme: ShownTheme) => void;
}

/** Previews a listing and an article with the values in the form. */
const Preview = ({ data, theme, onTheme }: PreviewProps) => {
  const t = useTranslation();
  const other = theme === 'light' ? 'dark' : 'light';
  return (
    <Tabs.Root variant="simple" defaultValue="listing">
      <Flex justifyContent="space-between" alignItems="center" gap={2}>
        <Tabs.List aria-label={t('appearance.preview.title')}>
          <Tabs.Trigger value="listing">{t('appearance.preview.listing')}</Tabs.Trigger>
          {data.article === null ? null : (
            <Tabs.Trigger value="article">{t('appearance.preview.article')}</Tabs.Trigger>
          )}
        </Tabs.List>
        {theme === undefined ? null : (
          <IconButton
            type="button"
            variant="tertiary"
            label={t(`appearance.preview.${other}`)}
            onClick={() => onTheme(other)}
          >
            {other === 'dark' ? <Moon /> : <Sun />}
          </IconButton>
        )}
      </Flex>
      <Box paddingTop={4}>
        <Tabs.Content value="listing">
          <Frame title={t('appearance.preview.listing')} html={data.listing} />
        </Tabs.Content>
        {data.article === null ? null : (
          <Tabs.Content value="article">
            <Frame title={t('appearance.preview.article')} html={data.article} />
          </Tabs.Content>
        )}
      </Box>
    </Tabs.Root>
  );
};

/** Settings > Feeds > Appearance: how the public pages look. */
const AppearancePage = () => {
  const t = useTranslation();
  const [theme, setTheme] = React.useState<ShownTheme>('light');
  const editor = useEditor<AppearanceResponse, AppearancePreview, AppearanceName>({
    path: 'appearance',
    previewPath: `appearance/preview?theme=${theme}`,
    names: APPEARANCE_NAMES,
    toMessage: (name) => REFUSALS[name],
  });
  const { saved, edits, errors, change } = editor;
  const chosenTheme = edits.theme ?? saved?.values.theme;
  return (
    <EditorPage
      editor={editor}
      columns={6}
      preview={(data) => (
        <Preview
          data={data}
          theme={chosenTheme === 'auto' ? theme : undefined}
          onTheme={setTheme}
        />
      )}
    >
      {(loaded) => {
        const present: Appearance = { ...loaded.values, ...edits };
        const field = <Name extends AppearanceName>(name: Name): FieldProps<Name> => ({
          name,
          value: present[name],
          isFixed: loaded.fixed.includes(name),
          error: errors[name],
          onChange: (value) => change(name, value),
        });
        return (
          <>
            <TitledCard title={t('appearance.section.brand')}>
              <LogoField {...field('logo')} />
              <LogoField {...field('logoDark')} />
              <FaviconField {...field('favicon')} />
            </TitledCard>
            <TitledCard title={t('appearance.section.style')}>
              <ChoiceField
                {...field('theme')}
                choices={THEMES}
                toKey={(value) => `appearance.theme.${value}`}
              />
              <ColourField
                {...field('accent')}
                shade={present.theme === 'dark' ? 'dark' : 'light'}
              />
              <ChoiceField
                {...field('font')}
                choices={FONTS}
                toKey={(value) => `appearance.font.${value}`}
              />
              <ChoiceField
                {...field('width')}
                choices={WIDTHS}
                toKey={(value) => `appearance.width.${value}`}
              />
            </TitledCard>
            <TitledCard title={t('appearance.section.listing')}>
              <ListingField {...field('listing')} />
            </TitledCard>
            <TitledCard title={t('appearance.section.links')}>
              <LinksField {...field('headerLinks')} />
              <LinksField {...field('footerLinks')} />
              <FooterField {...field('footer')} />
            </TitledCard>
          </>
        );
      }}
    </EditorPage>
  );
};

export default AppearancePage;
