package minos.junit;

import java.time.Duration;
import minos.Judgement;
import minos.Minos;
import minos.Recording;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** What {@link MinosHistory} stands for: a recording for each test, which is judged when the test is over. */
final class MinosExtension implements ParameterResolver, AfterTestExecutionCallback {
    private static final Namespace NAMESPACE = Namespace.create(MinosExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Recording.class
                && context.getTestMethod().isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return recording(context);
    }

    private static Recording recording(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(
                        context.getUniqueId(),
                        test -> Minos.record(asked(context).model()),
                        Recording.class);
    }

    private static MinosHistory asked(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), MinosHistory.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getRequiredTestClass(), MinosHistory.class))
                .orElseThrow();
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        MinosHistory asked = asked(context);
        if (asked.value().length == 0) throw new IllegalArgumentException("@MinosHistory needs a level");
        Judgement judgement = Minos.ask(asked.value())
                .order(asked.order())
                .timeout(Duration.ofSeconds(asked.timeout()))
                .judge(recording(context).history())
                .named(context.getDisplayName());
        if (judgement.answer() == Answer.TRUE) return;
        AssertionError failure = new AssertionError(judgement.explain());
        if (context.getExecutionException().isEmpty()) throw failure;
        context.getExecutionException().get().addSuppressed(failure);
    }
}
