import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OperatorView } from './open-operator.server.ts';
import { judgeTyped, judgeVoucher, keepScans, readKeptScans, type KeptScan } from './kept-scans.ts';

interface Said {
  /** A key of the operator catalogue under `said`. */
  readonly word: string;
  readonly places: number | null;
  /** Places beside them that are not paid. */
  readonly unpaid: number;
}

/** The camera sees the same code many times a second. */
const sameCodeMs = 5_000;

/** Judges what is scanned, keeps it while there is no network and sends it when there is one. */
export function useScans(path: string, { voucherKey, guests }: Pick<OperatorView, 'voucherKey' | 'guests'>) {
  const revalidator = useRevalidator();
  const revalidate = useRef(revalidator.revalidate);
  useEffect(() => {
    revalidate.current = revalidator.revalidate;
  });
  const [waiting, setWaiting] = useState(0);
  const [online, setOnline] = useState(true);
  const [said, setSaid] = useState<Said | null>(null);
  const last = useRef({ code: '', at: 0 });

  /** Sends what is kept here, and `now`, which is asked about once and not kept. */
  const send = useCallback(
    async (now: readonly KeptScan[] = []) => {
      const kept = readKeptScans();
      setWaiting(kept.length);
      const scans = [...kept, ...now];
      if (scans.length === 0) return;
      const body = new FormData();
      body.set('scans', JSON.stringify(scans));
      try {
        const answer = await fetch(`${path}/sync`, { method: 'POST', body });
        if (!answer.ok) return;
        const { results } = (await answer.json()) as { results: { code: string; result: string; places: number | null; unpaid: number }[] };
        const answered = new Set(results.map((result) => result.code));
        setWaiting(keepScans(readKeptScans().filter((scan) => !answered.has(scan.code))).length);
        setOnline(true);
        const newest = results.at(-1);
        if (newest) setSaid({ word: newest.result, places: newest.places, unpaid: newest.unpaid });
        await revalidate.current();
      } catch {
        // No network: they stay here until there is one.
        setOnline(false);
      }
    },
    [path],
  );

  const scanned = useCallback(
    async (code: string) => {
      const at = Date.now();
      if (code === last.current.code && at - last.current.at < sameCodeMs) return;
      last.current = { code, at };
      const judged = (await judgeVoucher(code, voucherKey)) ?? judgeTyped(code, guests);
      if (!judged) return setSaid({ word: 'unknown', places: null, unpaid: 0 });
      // Without a network the page knows who was held back when it was opened; with one the answer says whether they still
      // are. It is not kept: they were not let in, and shall not be said to have been once the bank has decided.
      if (guests.some(({ voucher, heldBack }) => heldBack && voucher === judged.voucher)) {
        setSaid({ word: 'held-back', places: null, unpaid: 0 });
        return send([{ code, at }]);
      }
      setSaid({ word: 'kept', places: judged.places, unpaid: 0 });
      keepScans([...readKeptScans().filter((scan) => scan.code !== code), { code, at }]);
      await send();
    },
    [send, voucherKey, guests],
  );

  useEffect(() => {
    setOnline(navigator.onLine);
    void navigator.serviceWorker?.register('/operator-worker.js', { scope: '/operator/' }).catch(() => undefined);
    const back = () => void send();
    const gone = () => setOnline(false);
    window.addEventListener('online', back);
    window.addEventListener('offline', gone);
    void send();
    return () => {
      window.removeEventListener('online', back);
      window.removeEventListener('offline', gone);
    };
  }, [send]);

  return { waiting, online, said, scanned };
}
