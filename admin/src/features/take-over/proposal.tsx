import { ConfirmDialog } from '@strapi/strapi/admin';
import {
  Box,
  Button,
  Checkbox,
  Dialog,
  Flex,
  Table,
  Tbody,
  Td,
  Th,
  Thead,
  Tr,
  Typography,
} from '@strapi/design-system';
import * as React from 'react';

import type { ProposedId, ProposedIds } from '../../../../src/panel/admin-api';
import { useCopy } from '../../shared/address-actions';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { useTakeOver } from './use-take-over';

/** Texts of a table's cell may be long. */
const WRAPPED = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

const FOUND_BY: Record<NonNullable<ProposedId['by']>, TranslationKey> = {
  link: 'takeOver.by.link',
  former: 'takeOver.by.former',
  slug: 'takeOver.by.slug',
  title: 'takeOver.by.title',
};

const Named = ({ name, detail }: { name: string; detail: string }) => (
  <Flex direction="column" alignItems="flex-start" gap={1}>
    <Typography textColor="neutral800" style={WRAPPED}>
      {name}
    </Typography>
    <Typography variant="pi" textColor="neutral600" style={WRAPPED}>
      {detail}
    </Typography>
  </Flex>
);

interface ItemRowProps {
  item: ProposedId;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

const ItemRow = ({ item, isChosen, onChoose }: ItemRowProps) => {
  const t = useTranslation();
  const { id, title = '', by, entry } = item;
  return (
    <Tr>
      <Td>
        <Checkbox
          aria-label={title || id}
          checked={isChosen}
          disabled={!entry}
          onCheckedChange={(checked: boolean | 'indeterminate') => onChoose(checked === true)}
        />
      </Td>
      <Td>
        <Named name={title || id} detail={title ? id : ''} />
      </Td>
      <Td>
        {entry ? (
          <Named name={entry.title} detail={entry.path} />
        ) : (
          <Typography textColor="neutral600" style={WRAPPED}>
            {t('takeOver.noEntry')}
          </Typography>
        )}
      </Td>
      <Td>
        <Typography textColor="neutral600" style={WRAPPED}>
          {by ? t(FOUND_BY[by]) : ''}
        </Typography>
      </Td>
    </Tr>
  );
};

/** What a developer adds, so that who reads the feed at its address on this site goes on reading it. */
const Redirects = ({ redirects }: Pick<ProposedIds, 'redirects'>) => {
  const t = useTranslation();
  const copy = useCopy();
  const text = `redirects: ${JSON.stringify(redirects, null, 2)},`;
  return (
    <Flex direction="column" alignItems="flex-start" gap={2}>
      <Typography tag="p" textColor="neutral700">
        {t('takeOver.redirects')}
      </Typography>
      <Box tag="pre" background="neutral100" hasRadius padding={3} maxWidth="100%">
        <Typography textColor="neutral800" style={WRAPPED}>
          <code>{text}</code>
        </Typography>
      </Box>
      <Button type="button" variant="tertiary" size="S" onClick={() => copy(text)}>
        {t('takeOver.copy')}
      </Button>
    </Flex>
  );
};

interface ProposalProps {
  proposal: ProposedIds;
  onTaken: (changed: number) => void;
}

/** Which entries the items of a feed are; nothing is written before it is confirmed. */
export const Proposal = ({ proposal: { items, redirects }, onTaken }: ProposalProps) => {
  const t = useTranslation();
  const { take, isRunning } = useTakeOver();
  const [left, setLeft] = React.useState<ReadonlySet<string>>(new Set());
  const matched = items.filter(({ entry }) => entry);
  const chosen = matched.filter(({ id }) => !left.has(id));

  React.useEffect(() => setLeft(new Set()), [items]);

  const choose = (id: string, isChosen: boolean): void => {
    const others = new Set(left);
    if (isChosen) others.delete(id);
    else others.add(id);
    setLeft(others);
  };

  return (
    <>
      <Typography tag="h2" variant="delta">
        {t('takeOver.found', { matched: matched.length, items: items.length })}
      </Typography>
      <Table colCount={4} rowCount={items.length + 1}>
        <Thead>
          <Tr>
            <Th>
              <Typography variant="sigma">{t('takeOver.column.take')}</Typography>
            </Th>
            <Th>
              <Typography variant="sigma">{t('takeOver.column.item')}</Typography>
            </Th>
            <Th>
              <Typography variant="sigma">{t('takeOver.column.entry')}</Typography>
            </Th>
            <Th>
              <Typography variant="sigma">{t('takeOver.column.by')}</Typography>
            </Th>
          </Tr>
        </Thead>
        <Tbody>
          {items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              isChosen={Boolean(item.entry) && !left.has(item.id)}
              onChoose={(isChosen) => choose(item.id, isChosen)}
            />
          ))}
        </Tbody>
      </Table>
      {Object.keys(redirects).length > 0 ? <Redirects redirects={redirects} /> : null}
      <Flex>
        <Dialog.Root>
          <Dialog.Trigger>
            <Button type="button" loading={isRunning} disabled={chosen.length === 0}>
              {t('takeOver.take', { chosen: chosen.length })}
            </Button>
          </Dialog.Trigger>
          <ConfirmDialog
            title={t('takeOver.take', { chosen: chosen.length })}
            variant="default"
            onConfirm={() => take(chosen, onTaken)}
          >
            {t('takeOver.consequence')}
          </ConfirmDialog>
        </Dialog.Root>
      </Flex>
    </>
  );
};
