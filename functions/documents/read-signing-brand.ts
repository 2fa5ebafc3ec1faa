import { logoUrl } from '#shared/documents/images/logo.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { otherRegisteredName, readShownBrand } from '#shared/organization/settings/index.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** Apart from the state of the document: it is read once, and every change of the document answers with the state. */
export const handler = signerEndpoint(
  signingRoutes.readSigningBrand,
  async (context) => {
    const { store, caller } = context;
    const brand = await readShownBrand(store, caller);
    const { record } = await context.readLinked();
    const name = record.organizationName ?? brand.name;
    return {
      name,
      registeredName: otherRegisteredName(name, brand),
      colour: brand.colour,
      logo: brand.logo && (await logoUrl(caller, brand.logo)),
    };
  },
  { isBeforeIdentity: true },
);
