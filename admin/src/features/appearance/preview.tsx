import { Box, Flex, IconButton, Tabs, Typography } from '@strapi/design-system';
import { Moon, Sun } from '@strapi/icons';

import type { AppearancePreview } from '../../../../src/panel/admin-api';
import { Failure, Loading } from '../../shared/states';
import type { RequestState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

/** The theme that is shown. */
export type Shown = 'light' | 'dark';

/** How much smaller than life pages are shown: as on a wide screen, in the space there is. */
const SCALE = 0.65;
const HEIGHT = 600;

/** A page in a frame in which nothing runs and no link leads anywhere. */
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
  preview: RequestState<AppearancePreview>;
  hasErrors: boolean;
  /** The theme that is shown; undefined where the site has but one. */
  theme?: Shown;
  onTheme: (theme: Shown) => void;
}

const ThemeButton = ({ theme, onTheme }: { theme: Shown; onTheme: (theme: Shown) => void }) => {
  const t = useTranslation();
  const other = theme === 'light' ? 'dark' : 'light';
  return (
    <IconButton
      type="button"
      variant="tertiary"
      label={t(`appearance.preview.${other}`)}
      onClick={() => onTheme(other)}
    >
      {other === 'dark' ? <Moon /> : <Sun />}
    </IconButton>
  );
};

/** A listing and an article as they would look with what stands in the form. */
export const Preview = ({ preview, hasErrors, theme, onTheme }: PreviewProps) => {
  const t = useTranslation();
  const { data, error, reload } = preview;
  if (!data) return error === undefined ? <Loading /> : <Failure error={error} onRetry={reload} />;
  return (
    <Tabs.Root variant="simple" defaultValue="listing">
      <Flex justifyContent="space-between" alignItems="center" gap={2}>
        <Tabs.List aria-label={t('appearance.preview.title')}>
          <Tabs.Trigger value="listing">{t('appearance.preview.listing')}</Tabs.Trigger>
          <Tabs.Trigger value="article">{t('appearance.preview.article')}</Tabs.Trigger>
        </Tabs.List>
        {theme === undefined ? null : <ThemeButton theme={theme} onTheme={onTheme} />}
      </Flex>
      <Flex direction="column" alignItems="stretch" gap={3} paddingTop={4}>
        {hasErrors ? (
          <Typography textColor="neutral800">{t('settings.preview.stale')}</Typography>
        ) : null}
        {data.isExample ? (
          <Typography textColor="neutral700">{t('appearance.preview.example')}</Typography>
        ) : null}
        <Tabs.Content value="listing">
          <Frame title={t('appearance.preview.listing')} html={data.listing} />
        </Tabs.Content>
        <Tabs.Content value="article">
          <Frame title={t('appearance.preview.article')} html={data.article} />
        </Tabs.Content>
      </Flex>
    </Tabs.Root>
  );
};
