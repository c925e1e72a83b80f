import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';

/** What was said, and questions that find it: of each script, in its whole words, parts, forms and cases. */
const SAID: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  Chinese: ['我们决定在会议室预订系统中使用幂等键', ['会议室', '会议', '幂等键', '预订系统的幂等键', '"会议室"']],
  Japanese: ['認証トークンの有効期限を延長しました', ['認証', 'トークン', '有効期限', 'を延長']],
  Korean: ['결제 서비스의 재시도 정책을 변경했습니다', ['재시도', '결제', '서비스의']],
  Thai: ['ปรับปรุงระบบชำระเงินให้เร็วขึ้น', ['ชำระเงิน', 'ระบบ', 'เร็วขึ้น']],
  Lao: ['ປັບປຸງລະບົບຊຳລະເງິນ', ['ລະບົບ', 'ຊຳລະເງິນ']],
  Khmer: ['កែលម្អប្រព័ន្ធទូទាត់ប្រាក់', ['ប្រព័ន្ធ', 'ទូទាត់']],
  Arabic: ['قررنا استخدام مفاتيح فريدة لكل طلب', ['مفاتيح', 'طلب', 'مفاتيح فريدة']],
  Hebrew: ['החלטנו להשתמש במפתחות ייחודיים', ['במפתחות', 'ייחודיים']],
  Hindi: ['हमने भुगतान सेवा को बदल दिया', ['भुगतान', 'सेवा']],
  Cyrillic: ['Мы перенесли платёжный модуль в отдельный сервис', ['модуль', 'МОДУЛЬ', 'платёжный', 'сервис']],
  Greek: ['Αλλάξαμε την πολιτική επανάληψης πληρωμών', ['πολιτική', 'ΠΟΛΙΤΙΚΉ', 'επανάληψης']],
  Latin: ['Die Größe der Müllabfuhr-Tabelle wurde übermäßig', ['mullabfuhr', 'MÜLLABFUHR', 'tabelle', 'übermäßig']],
  Vietnamese: ['Chúng tôi đổi chính sách thử lại', ['chinh sach', 'thử lại', 'chính']],
  'full width': ['ＡＰＩキーは環境変数から読む', ['ＡＰＩ', '環境変数']],
  emoji: ['Ship it 🚀 after the green 🟢 build', ['ship 🚀', '🟢 build', 'green']],
  'marks apart': ['The cafe\u0301 menu is cached for an hour', ['café', 'cafe', 'cafe\u0301']],
  identifiers: [
    'OrderTotalService calls compute_grand_total and HTTPRetryPolicy2',
    ['order total', 'OrderTotalService', 'grand total', 'compute_grand_total', 'computeGrandTotal', 'retry policy'],
  ],
  paths: [
    'Look at packages/billing/src/invoice-lines.test.ts first',
    ['invoice-lines.test.ts', 'billing', 'invoice lines', 'src/invoice-lines.test.ts'],
  ],
};

suite('a memory is found in', () => {
  for (const [script, [said, questions]] of Object.entries(SAID)) {
    test(script, async (context) => {
      const { memory } = openFresh(context);
      const { id } = await memory.remember(said);
      await memory.remember('Something else that is about neither of these at all');
      for (const question of questions) {
        const { hits } = await memory.search(question);
        assert.equal(hits[0]?.id, id, question);
      }
    });
  }
});

test('letters that the index leaves as they are match in both forms', async (context) => {
  const { memory } = openFresh(context);
  const { id } = await memory.remember('Проверь платёжный шлюз и новый йогурт');
  for (const question of ['платёжный', 'платежный', 'йогурт', 'шлюз']) {
    assert.equal((await memory.search(question)).hits[0]?.id, id, question);
  }
  const greek = await memory.remember('Η πολιτική άλλαξε');
  for (const question of ['πολιτικη', 'αλλαξε', 'ΠΟΛΙΤΙΚΗ']) {
    assert.equal((await memory.search(question)).hits[0]?.id, greek.id, question);
  }
});
