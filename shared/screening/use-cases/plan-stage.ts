import type { WorkerContext } from '#shared/platform/context.ts';
import { type Crawl, gathered, planned } from '../crawl/crawl.ts';
import { type StageName, stageAfter } from '../crawl/stage-names.ts';
import { chunksFor } from '../crawl/stages.ts';
import { putStageItems, readLeads, readStageItems } from '../repository/crawl-objects.ts';
import { advanceCrawl } from './advance-crawl.ts';

/**
 * Plans the next stage: the leads of the completed stage are its items. Idempotent: the same leads
 * give the same plan.
 */
export async function planStage(context: WorkerContext, crawl: Crawl): Promise<void> {
  const at = context.now.toISOString();
  const stage = stageAfter(crawl.stage);
  if (!stage) return advanceCrawl(context, crawl, gathered(crawl, at));

  const ids = await itemsFor(crawl, stage);
  await putStageItems(crawl.crawlId, stage, ids);
  await advanceCrawl(context, crawl, planned(crawl, stage, chunksFor(stage, ids.length), at));
}

/** Relatives who hold a position themselves have already been described as holders. */
async function itemsFor(crawl: Crawl, stage: StageName): Promise<string[]> {
  const leads = await readLeads(crawl);
  const known = stage === 'describe-relatives' ? await readStageItems(crawl, crawl.stage) : [];
  return [...leads.difference(new Set(known))].sort();
}
