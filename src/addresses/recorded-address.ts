import { isPublicAddress } from '../feed/base-address';

/** An address as a permalink has it. */
export interface RecordedAddress {
  /** Absolute; of a provisional one the path alone. */
  url: string;
  /** Whether the host follows the base address. Null in rows of 0.1.0, which are absolute. */
  provisional?: boolean | null;
}

/** An address without its host; a row of an import may hold anything. */
const pathOf = ({ url }: RecordedAddress): string => url.replace(/^https?:\/\/[^/]*/, '');

/** What to keep of an absolute address: all of it, or all but a host that nobody elsewhere can open. */
export const toRecorded = (address: string): RecordedAddress =>
  isPublicAddress(address)
    ? { url: address, provisional: false }
    : { url: pathOf({ url: address }), provisional: true };

/**
 * The absolute address that a row stands for.
 *
 * @param origin that of the base address
 */
export const toAbsolute = ({ url, provisional }: RecordedAddress, origin: string): string =>
  provisional ? origin + url : url;

/** Whether two rows stand for one address, now or once the host of a provisional one is known. */
export const mayCoincide = (one: RecordedAddress, other: RecordedAddress): boolean =>
  one.provisional || other.provisional ? pathOf(one) === pathOf(other) : one.url === other.url;
