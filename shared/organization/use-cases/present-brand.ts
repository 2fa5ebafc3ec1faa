import { logoUrl } from '#shared/documents/index.ts';
import type { Brand, Settings } from '#shared/organization/settings/contract.ts';
import { type StoredBrand, shownBrand } from '#shared/organization/settings/index.ts';

/** The brand with its logo, which is a file. */
export async function presentBrand(
  organizationId: string,
  { brand, settings }: { brand: StoredBrand; settings: Pick<Settings, 'name'> },
): Promise<Brand> {
  const { name, registeredName } = shownBrand(brand, settings);
  const { logo, ...stored } = brand;
  return {
    ...stored,
    shownName: name,
    registeredName,
    logo: logo && { ...logo, image: await logoUrl({ organizationId }, logo) },
  };
}
