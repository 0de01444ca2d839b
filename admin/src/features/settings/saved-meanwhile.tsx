import { Flex, Typography } from '@strapi/design-system';

import type { SettingName, SettingValues } from '../../../../src/panel/admin-api';
import { MeanwhileNotice } from '../../shared/meanwhile-notice';
import { useTranslation } from '../../shared/use-translation';

interface SavedMeanwhileProps {
  /** What somebody else changed, as it is now. */
  changed: Partial<SettingValues>;
  /** Whether the user has changes of their own left, which are not saved. */
  isUnsaved: boolean;
}

/** Says that somebody else saved the settings while they were edited here, and what. */
export const SavedMeanwhile = ({ changed, isUnsaved }: SavedMeanwhileProps) => {
  const t = useTranslation();
  return (
    <MeanwhileNotice news={changed}>
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Typography variant="omega" fontWeight="bold" textColor="neutral800">
          {t('settings.meanwhile.title')}
        </Typography>
        <ul>
          {(Object.keys(changed) as SettingName[]).map((name) => (
            <Typography key={name} tag="li" textColor="neutral800" overflow="hidden">
              {t('settings.meanwhile.value', {
                name: t(`settings.${name}.label`),
                value: String(changed[name]),
              })}
            </Typography>
          ))}
        </ul>
        {isUnsaved ? (
          <Typography textColor="neutral800">{t('settings.meanwhile.unsaved')}</Typography>
        ) : null}
      </Flex>
    </MeanwhileNotice>
  );
};
