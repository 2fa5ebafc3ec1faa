/** The ARN of an AWS Backup vault, with its region and account. */
export const VAULT_ARN = /^arn:[\w-]+:backup:([a-z]{2}(?:-[a-z]+)+-\d):(\d{12}):backup-vault:[A-Za-z0-9_-]{2,50}$/;

/**
 * How many days recovery points may be kept. The lock of a vault has these bounds and not those of a setting, because a
 * lock cannot be changed; each recovery point is locked for as long as it is kept.
 */
export const BACKUP_DAYS = { min: 7, max: 36_500 };

/** Where the CDK CLI deploys to, as far as it knows. */
export interface Place {
  region: string | undefined;
  account: string | undefined;
}

/** A copy in the account and region of the stage would be lost with them. */
export function assertVaultElsewhere(vaultArn: string, { region, account }: Place): void {
  const [, vaultRegion, vaultAccount] = VAULT_ARN.exec(vaultArn) ?? [];
  if (vaultRegion === region && vaultAccount === account)
    throw new Error(
      'backupVault is in the account and region of the stage. Name a vault in another account, best also in another region.',
    );
}
